/**
 * Suite {@code failures}: what it costs to be ready to go on without failed ranks, and what a
 * partner checkpoint takes. Begin at {@code FailuresBenchmark}.
 */
package org.armci4j.benchmarks.failures;
