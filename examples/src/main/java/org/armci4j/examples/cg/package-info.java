/**
 * NAS CG, conjugate gradients with a sparse matrix whose rows the ranks share. The vectors are
 * distributed arrays: each product gets the elements of other ranks by one list of indices. {@link
 * org.armci4j.examples.spmv} is the product alone, in plain global memory, and plans its transfers
 * itself. Begin with {@link org.armci4j.examples.cg.Cg}.
 */
package org.armci4j.examples.cg;
