package org.armci4j.transport.network;

/**
 * Abilities and limits of a network.
 *
 * @param atomics whether the network updates words of eight bytes itself; else helper threads do
 * @param cpuCoherentAtomics whether those updates and the CPU's are atomic to each other
 * @param maxMessageBytes length of the longest transfer that is not cut
 * @param lending limits of the memory that is lent to other ranks
 */
public record NetworkCapabilities(
    boolean atomics, boolean cpuCoherentAtomics, long maxMessageBytes, LendingLimits lending) {}
