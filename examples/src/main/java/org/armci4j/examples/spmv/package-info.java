/** Products of a sparse matrix and a vector that the ranks share. */
package org.armci4j.examples.spmv;
