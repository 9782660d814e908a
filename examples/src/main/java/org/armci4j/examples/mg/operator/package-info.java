/**
 * The four operators of MG, one file each: residual, smoother, restriction and prolongation. They
 * use grids and the kernels of rows, and no ranks. Begin with {@link
 * org.armci4j.examples.mg.operator.Operators}.
 */
package org.armci4j.examples.mg.operator;
