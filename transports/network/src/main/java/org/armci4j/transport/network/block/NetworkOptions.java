package org.armci4j.transport.network.block;

/**
 * What the settings of a network say about the transport that stands on it.
 *
 * @param sharedOnHost whether ranks of one host reach each other by shared memory; else through the
 *     network, as if they were on different hosts
 * @param assistedGetBytes size of the buffer for gets that the target's helper thread makes; 0 has
 *     the network read
 * @param credits messages to one rank's helper thread that may be unanswered
 * @param requestBytes the longest of them
 * @param helperPollNanos how long an idle helper thread polls before it sleeps
 * @param connectTimeoutNanos how long the first operation on a rank may take to connect to it
 */
public record NetworkOptions(
    boolean sharedOnHost,
    long assistedGetBytes,
    int credits,
    int requestBytes,
    long helperPollNanos,
    long connectTimeoutNanos) {}
