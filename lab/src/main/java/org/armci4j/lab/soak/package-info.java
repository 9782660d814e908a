/**
 * The soak: ranks open, communicate, fail in harmless ways and close for hours, while {@link
 * org.armci4j.lab.soak.Soak} checks that their processes' use of resources does not grow.
 */
package org.armci4j.lab.soak;
