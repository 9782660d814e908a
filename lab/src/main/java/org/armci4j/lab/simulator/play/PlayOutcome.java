package org.armci4j.lab.simulator.play;

/**
 * What a played collective came to.
 *
 * @param nanos when the last rank was done
 * @param messages how many went between ranks: each piece of a put is one, an acknowledgement none
 * @param bytes how many they carried
 * @param busiestRank the one that sent and received most messages
 * @param busiestRankMessages how many
 * @param busiestRankBytes how many bytes these carried
 * @param busiestLink the link between hosts that carried most, in words
 * @param busiestLinkBytes how many bytes
 * @param longestSchedule how many steps the longest schedule has
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
