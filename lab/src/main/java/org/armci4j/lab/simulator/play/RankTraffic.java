package org.armci4j.lab.simulator.play;

/** Counts the messages and bytes that each rank has sent and received. */
final class RankTraffic {
  private final long[] messages;
  private final long[] bytes;
  private long allMessages;
  private long allBytes;

  RankTraffic(int ranks) {
    messages = new long[ranks];
    bytes = new long[ranks];
  }

  void count(int from, int to, long count, long sizeBytes) {
    messages[from] += count;
    messages[to] += count;
    bytes[from] += sizeBytes;
    bytes[to] += sizeBytes;
    allMessages += count;
    allBytes += sizeBytes;
  }

  long allMessages() {
    return allMessages;
  }

  long allBytes() {
    return allBytes;
  }

  long messages(int rank) {
    return messages[rank];
  }

  long bytes(int rank) {
    return bytes[rank];
  }

  int busiest() {
    int busiest = 0;
    for (int rank = 1; rank < messages.length; rank++) {
      if (messages[rank] > messages[busiest]) {
        busiest = rank;
      }
    }
    return busiest;
  }
}
