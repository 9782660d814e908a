/**
 * The algorithms that move elements and combine none: barrier, broadcast, gather, scatter,
 * allgather and alltoall, one file each.
 */
package org.armci4j.collectives.algorithm.move;
