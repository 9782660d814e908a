/**
 * SUMMA, a product of two matrices that are spread over a grid of ranks, its panels by gets or by
 * messages. It uses the core and collectives. Begin with {@link org.armci4j.examples.summa.Summa}.
 */
package org.armci4j.examples.summa;
