package org.armci4j.transport;

/**
 * A transport's abilities and limits, as data. Code that chooses protocols reads them once, at
 * set-up.
 *
 * @param directAccess loads and stores reach every block ({@link RemoteBlock#view} is never null)
 * @param cpuCoherentAtomics atomic operations of the transport and of the CPU on one word are
 *     atomic to each other
 * @param memoryOutlivesOwner other ranks reach a rank's blocks even after it has closed its
 *     transport; otherwise a rank that closes keeps its transport open until all have closed theirs
 * @param maxSegments the most segments that one posted request may name
 * @param maxMessageBytes the longest single transfer that the transport makes without cutting it
 * @param lending ranks lend memory of their own to ranks that have no {@link RemoteBlock#view} of
 *     their blocks ({@link Transport#lend})
 */
public record Capabilities(
    boolean directAccess,
    boolean cpuCoherentAtomics,
    boolean memoryOutlivesOwner,
    int maxSegments,
    long maxMessageBytes,
    boolean lending) {}
