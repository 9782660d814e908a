/**
 * The arithmetic of SUMMA: the product of two panels, with vectors and without. It knows arrays
 * alone. Begin with {@link org.armci4j.examples.summa.kernel.TileKernel}.
 */
package org.armci4j.examples.summa.kernel;
