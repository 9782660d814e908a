/**
 * A random permutation: by words on heaps that are shuffled, and by a stream of darts that are
 * thrown at a table. Begin with {@link org.armci4j.examples.permutation.DartPermutation}.
 */
package org.armci4j.examples.permutation;
