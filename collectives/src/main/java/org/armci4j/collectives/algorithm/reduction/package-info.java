/**
 * The algorithms that combine elements: reduce, allreduce, reduce-scatter and scan, one file each.
 */
package org.armci4j.collectives.algorithm.reduction;
