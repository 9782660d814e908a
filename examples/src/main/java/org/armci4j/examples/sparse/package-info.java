/**
 * Sparse 0/1 matrices whose rows the ranks share, and graphs that are the same on any number of
 * ranks: generated from a seed, or read from a Matrix Market file. The programs {@code transpose},
 * {@code permute}, {@code triangles} and {@code toposort} stand on them. Begin with {@link
 * org.armci4j.examples.sparse.RowSource} and {@link org.armci4j.examples.sparse.SparseMatrix}.
 *
 * <p>Source: the suite bale ({@code jdevinney/bale}), its library spmat.
 */
package org.armci4j.examples.sparse;
