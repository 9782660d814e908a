package org.armci4j.transport.network.block;

import org.armci4j.transport.network.ConnectionOptions;

/**
 * The settings of a network that concern the transport above it.
 *
 * @param sharedOnHost whether ranks of one host reach each other by shared memory; else through the
 *     network, as if they were on different hosts
 * @param helperGets whether the target's helper thread makes gets; else the network reads
 * @param lists chooses the protocol of puts and gets of lists
 * @param packedBytes most bytes of a packed list that one message of a get asks for
 * @param helperPollNanos time that an idle helper thread polls before it sleeps
 * @param ranksServe whether a rank that waits serves arrivals itself, in place of its helper thread
 * @param connections the settings of each connection
 */
public record NetworkOptions(
    boolean sharedOnHost,
    boolean helperGets,
    ListChoice lists,
    int packedBytes,
    long helperPollNanos,
    boolean ranksServe,
    ConnectionOptions connections) {}
