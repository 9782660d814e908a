/**
 * NAS CG, conjugate gradients with a sparse matrix: the ranks share its rows, and distributed
 * arrays are the vectors. Each product gets the elements of other ranks by one call with a list of
 * indices. {@link org.armci4j.examples.spmv} multiplies by the core alone, and plans its transfers
 * itself. Begin with {@link org.armci4j.examples.cg.Cg}.
 */
package org.armci4j.examples.cg;
