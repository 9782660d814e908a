/**
 * Products of a sparse matrix and a vector that the ranks share. It uses lists of segments and a
 * collective. Begin with {@link org.armci4j.examples.spmv.SparseProduct}.
 */
package org.armci4j.examples.spmv;
