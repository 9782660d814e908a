package org.armci4j.transport.network.block;

/**
 * The settings of a network that concern the transport above it.
 *
 * @param sharedOnHost whether ranks of one host reach each other by shared memory; else through the
 *     network, as if they were on different hosts
 * @param helperGets whether the target's helper thread makes gets; else the network reads
 * @param lists chooses the protocol of puts and gets of lists
 * @param stripedFromBytes length of the shortest transfer over several paths ({@link
 *     org.armci4j.transport.network.Network#overPaths}); {@link Long#MAX_VALUE} for none
 * @param packedBytes most bytes of a packed list that one message of a get asks for
 * @param credits messages to one rank's helper thread that may be unanswered
 * @param queued operations on one rank that may wait at this rank until they can start
 * @param requestBytes length of the longest message to a helper thread
 * @param gatheredBytes length of the longest put that travels with others where many follow each
 *     other; 0 sends each alone
 * @param helperPollNanos time that an idle helper thread polls before it sleeps
 * @param ranksServe whether a rank that waits serves arrivals itself, in place of its helper thread
 * @param connectTimeoutNanos time that the first operation on a rank may take to connect to it
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
