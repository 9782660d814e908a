package org.armci4j.transport.network;

/**
 * What a network can do and how far, as data.
 *
 * @param atomics whether the network updates words of eight bytes itself; else helper threads do
 * @param cpuCoherentAtomics whether those updates and the CPU's are atomic to each other
 * @param maxSegments the most segments of local memory that one request may name
 * @param maxMessageBytes the longest single transfer that is not cut
 * @param lending which memory of the caller's is lent to others
 */
public record NetworkCapabilities(
    boolean atomics,
    boolean cpuCoherentAtomics,
    int maxSegments,
    long maxMessageBytes,
    LendingLimits lending) {}
