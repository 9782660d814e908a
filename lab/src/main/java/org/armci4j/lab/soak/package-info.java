/**
 * The soak: ranks open, communicate, fail in harmless ways and close for hours, while {@link
 * org.armci4j.lab.soak.Soak} looks whether what their processes use stays the same.
 */
package org.armci4j.lab.soak;
