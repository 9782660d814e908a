/**
 * The program of the conformance kit in which many threads of each rank work at once. It uses the
 * public operations and the models of the other programs. Begin with {@link
 * org.armci4j.testkit.conformance.threads.ThirteenThreads}; each kind of work is one {@link
 * org.armci4j.testkit.conformance.threads.ThreadWork}.
 */
package org.armci4j.testkit.conformance.threads;
