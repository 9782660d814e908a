/**
 * The algorithms that combine elements: reduce, allreduce, reduce-scatter and scan, one file each.
 * They use {@code schedule} and {@code cost}, and combine in the order of the ranks. Begin with
 * {@link org.armci4j.collectives.algorithm.reduction.TreeReduce}; {@code selection.Catalogue} knows
 * all by name.
 */
package org.armci4j.collectives.algorithm.reduction;
