package org.armci4j.lab.simulator.play;

/**
 * Result of a played collective.
 *
 * @param nanos time at which the last rank ended
 * @param messages messages between ranks; each piece of a put is one, acknowledgements are none
 * @param bytes bytes of all messages
 * @param busiestRank the rank that sent and received most messages
 * @param busiestRankMessages number of its messages
 * @param busiestRankBytes bytes of its messages
 * @param busiestLink description of the link between hosts that carried most
 * @param busiestLinkBytes bytes that this link carried
 * @param longestSchedule number of steps of the longest schedule
 */
public record PlayOutcome(
    double nanos,
    long messages,
    long bytes,
    int busiestRank,
    long busiestRankMessages,
    long busiestRankBytes,
    String busiestLink,
    long busiestLinkBytes,
    int longestSchedule) {}
