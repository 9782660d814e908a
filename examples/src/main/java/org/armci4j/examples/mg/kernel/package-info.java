/**
 * The arithmetic of MG on one row of a grid, with vectors and without. It knows arrays alone. Begin
 * with {@link org.armci4j.examples.mg.kernel.RowKernels}.
 */
package org.armci4j.examples.mg.kernel;
