/**
 * SUMMA, a product of two matrices that are spread over a grid of ranks, its panels by gets or by
 * messages.
 */
package org.armci4j.examples.summa;
