/**
 * The suite {@code irregular}: updates and reads of single words all over a distributed table.
 * Begin with {@link org.armci4j.benchmarks.irregular.IrregularBenchmark}.
 */
package org.armci4j.benchmarks.irregular;
