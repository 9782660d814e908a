/**
 * The programs of the conformance kit for transfers, atomics, locks and order, one file each. They
 * use {@code trial} and the public operations. Begin with {@link
 * org.armci4j.testkit.conformance.program.TransferPrograms}: each program is one of its lines.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.testkit.conformance.program;
