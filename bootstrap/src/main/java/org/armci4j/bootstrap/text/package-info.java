/**
 * Text that a machine may read, the same in every locale. It knows nothing of jobs, and every
 * module may use it. Begin with {@link org.armci4j.bootstrap.text.Text}.
 */
package org.armci4j.bootstrap.text;
