/**
 * Distributed n-dimensional arrays. {@link org.armci4j.arrays.GlobalArrays} creates them. A {@link
 * org.armci4j.arrays.Distribution} divides an array into one block a rank, and every rank reads,
 * writes and adds to any {@link org.armci4j.arrays.Patch} by one-sided transfers. The package knows
 * no transport. Begin with {@code GlobalArrays}, {@link org.armci4j.arrays.GlobalArray} and {@link
 * org.armci4j.arrays.DoubleArray}.
 *
 * <p>Promised: programs may use every public type here, and a change is told in the changelog.
 */
package org.armci4j.arrays;
