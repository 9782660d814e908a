/**
 * The soak: ranks open, communicate, fail in harmless ways and close for hours. It uses the public
 * operations, and reads what their processes use from {@code /proc}. Begin with {@link
 * org.armci4j.testkit.soak.Soak}, which looks whether that stays the same.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.testkit.soak;
