/**
 * The programs of the conformance kit for transfers, atomics, locks and order: each is one file and
 * one line of {@link org.armci4j.testkit.conformance.program.TransferPrograms}.
 */
package org.armci4j.testkit.conformance.program;
