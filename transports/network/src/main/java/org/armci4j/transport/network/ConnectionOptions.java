package org.armci4j.transport.network;

/**
 * The settings of a network that concern the connection to each rank.
 *
 * @param stripedFromBytes length of the shortest transfer over several paths ({@link
 *     Network#overPaths}); {@link Long#MAX_VALUE} for none
 * @param credits messages to one rank's helper thread that may be unanswered
 * @param queued operations on one rank that may wait at this rank until they can start
 * @param requestBytes length of the longest message to a helper thread
 * @param gatheredBytes length of the longest put that travels with others where many follow each
 *     other, and of words for which many threads wait at once; 0 sends each alone
 * @param timeoutNanos time that the first operation on a rank may take to connect to it
 */
public record ConnectionOptions(
    long stripedFromBytes,
    int credits,
    int queued,
    int requestBytes,
    int gatheredBytes,
    long timeoutNanos) {}
