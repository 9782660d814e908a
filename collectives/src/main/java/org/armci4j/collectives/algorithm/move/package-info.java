/**
 * The algorithms that move elements and combine none: barrier, broadcast, gather, scatter,
 * allgather and alltoall, one file each. They use {@code schedule} and {@code cost}, and open no
 * memory. Begin with {@link org.armci4j.collectives.algorithm.move.BinomialBroadcast}; {@code
 * selection.Catalogue} knows all by name.
 */
package org.armci4j.collectives.algorithm.move;
