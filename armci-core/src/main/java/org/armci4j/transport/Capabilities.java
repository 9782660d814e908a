package org.armci4j.transport;

/**
 * What a transport can do and how far, as data: who chooses protocols reads it once, at set-up.
 *
 * @param directAccess loads and stores reach every block ({@link RemoteBlock#view} is never null)
 * @param cpuCoherentAtomics atomic operations of the transport and of the CPU on one word are
 *     atomic to each other
 * @param maxSegments the most segments that one posted request may name
 * @param maxMessageBytes the longest single transfer that the transport makes without cutting it
 */
public record Capabilities(
    boolean directAccess, boolean cpuCoherentAtomics, int maxSegments, long maxMessageBytes) {}
