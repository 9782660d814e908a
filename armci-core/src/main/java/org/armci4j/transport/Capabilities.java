package org.armci4j.transport;

/**
 * What a transport can do and how far, as data: whatever chooses protocols reads it once, at
 * set-up.
 *
 * @param directAccess loads and stores reach every block ({@link RemoteBlock#view} is never null)
 * @param cpuCoherentAtomics atomic operations of the transport and of the CPU on one word are
 *     atomic to each other
 * @param memoryOutlivesOwner others reach a rank's blocks also after it has closed its transport;
 *     otherwise a rank that closes keeps it open until all have closed theirs
 * @param maxSegments the most segments that one posted request may name
 * @param maxMessageBytes the longest single transfer that the transport makes without cutting it
 * @param lending ranks lend memory of their own to those that have no {@link RemoteBlock#view} of
 *     their blocks ({@link Transport#lend})
 */
public record Capabilities(
    boolean directAccess,
    boolean cpuCoherentAtomics,
    boolean memoryOutlivesOwner,
    int maxSegments,
    long maxMessageBytes,
    boolean lending) {}
