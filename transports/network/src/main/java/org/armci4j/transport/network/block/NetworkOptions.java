package org.armci4j.transport.network.block;

/**
 * What the settings of a network say about the transport that stands on it.
 *
 * @param sharedOnHost whether ranks of one host reach each other by shared memory; else through the
 *     network, as if they were on different hosts
 * @param helperGets whether the target's helper thread makes gets; else the network reads
 * @param lists which protocol puts and gets of lists take
 * @param stripedFromBytes transfers of at least so many bytes go over several paths ({@link
 *     org.armci4j.transport.network.Network#overPaths}); {@link Long#MAX_VALUE} for none
 * @param packedBytes how much a get of a packed list asks for in one message
 * @param credits messages to one rank's helper thread that may be unanswered
 * @param queued operations on one rank that may wait at this rank until they can be started
 * @param requestBytes the longest of them
 * @param gatheredBytes the longest put that travels with others where many follow each other; 0
 *     sends each alone
 * @param helperPollNanos how long an idle helper thread polls before it sleeps
 * @param ranksServe whether a rank that waits serves what comes in itself, in place of its helper
 *     thread
 * @param connectTimeoutNanos how long the first operation on a rank may take to connect to it
 */
public record NetworkOptions(
    boolean sharedOnHost,
    boolean helperGets,
    ListChoice lists,
    long stripedFromBytes,
    int packedBytes,
    int credits,
    int queued,
    int requestBytes,
    int gatheredBytes,
    long helperPollNanos,
    boolean ranksServe,
    long connectTimeoutNanos) {}
