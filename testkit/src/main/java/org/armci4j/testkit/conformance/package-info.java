/**
 * The conformance kit: programs that users of ARMCI have in some form, each with an exact oracle.
 * They run on every transport at any number of ranks, in blocking and nonblocking forms; {@link
 * org.armci4j.testkit.conformance.Conformance} runs them from the command line.
 */
package org.armci4j.testkit.conformance;
