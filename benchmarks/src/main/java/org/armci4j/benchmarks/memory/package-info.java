/**
 * Suite {@code memory}: what a rank takes, and what each further rank adds to it. Begin at {@code
 * MemoryBenchmark}.
 */
package org.armci4j.benchmarks.memory;
