/**
 * What a program of the conformance kit works with: its transfers in one form, its random numbers,
 * and where it reports differences.
 */
package org.armci4j.testkit.conformance.trial;
