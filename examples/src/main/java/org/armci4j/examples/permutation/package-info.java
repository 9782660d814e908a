/**
 * A random permutation by darts that are thrown at a table, by words and by a stream. Begin with
 * {@link org.armci4j.examples.permutation.DartPermutation}.
 */
package org.armci4j.examples.permutation;
