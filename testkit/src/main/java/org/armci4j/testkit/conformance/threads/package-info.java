/**
 * The program of the conformance kit in which many threads of each rank work at once: each kind of
 * work is one {@link org.armci4j.testkit.conformance.threads.ThreadWork}.
 */
package org.armci4j.testkit.conformance.threads;
