/**
 * The conformance kit: programs that users of ARMCI have in some form, each with an exact oracle.
 * They run on every transport at any number of ranks, in blocking and nonblocking forms, and use
 * the public operations alone. Begin with {@link org.armci4j.testkit.conformance.Conformance}, the
 * command; {@link org.armci4j.testkit.conformance.ConformancePrograms} lists the programs.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.testkit.conformance;
