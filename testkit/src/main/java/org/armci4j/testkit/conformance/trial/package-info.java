/**
 * What a program of the conformance kit works with: its transfers in one form, its random numbers,
 * and where it reports differences. It uses the public operations and knows no program. Begin with
 * {@link org.armci4j.testkit.conformance.trial.Trial}.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.testkit.conformance.trial;
