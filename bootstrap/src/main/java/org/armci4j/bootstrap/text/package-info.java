/** Text that a machine may read. Knows nothing of jobs; every module may use it. */
package org.armci4j.bootstrap.text;
