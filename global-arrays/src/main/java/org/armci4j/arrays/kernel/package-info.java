/**
 * What global arrays are built from that knows no array: types of elements, plans of lists, grids
 * of blocks, and loops.
 */
package org.armci4j.arrays.kernel;
