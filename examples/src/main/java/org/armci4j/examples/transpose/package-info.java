/**
 * The transposition of a sparse matrix, by atomics and single puts, and by a stream of entries.
 * Begin with {@link org.armci4j.examples.transpose.Transpose}.
 */
package org.armci4j.examples.transpose;
