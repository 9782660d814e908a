/**
 * SUMMA, a product of two matrices that are spread over a grid of ranks, its panels by gets or by
 * messages. It uses the core, collectives, and the loops of global arrays' products. Begin with
 * {@link org.armci4j.examples.summa.Summa}.
 */
package org.armci4j.examples.summa;
