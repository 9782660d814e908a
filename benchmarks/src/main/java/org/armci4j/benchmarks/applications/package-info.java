/**
 * Suite {@code applications}: whole programs, one-sided and by messages. Begin at {@code
 * ApplicationsBenchmark}.
 */
package org.armci4j.benchmarks.applications;
