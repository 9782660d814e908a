/**
 * The transposition of a sparse matrix, by atomics and single puts, by batches of them, and by a
 * stream of entries. The last form is in {@link org.armci4j.examples.sparse}, as {@code toposort}
 * needs it too. Begin with {@link org.armci4j.examples.transpose.Transpose}.
 */
package org.armci4j.examples.transpose;
