package org.armci4j.lab.simulator.path;

/**
 * What packets take on the machine of the paper: DDR links of 16 Gb/s, packets of 2 KiB.
 *
 * @param packetBytes how long a packet is
 * @param packetNanos what it takes on a link
 * @param hopNanos what it takes from a link's end to the next switch's choice
 * @param bufferPackets for how many of them a switch has room behind each link
 * @param handshakeNanos from when both ranks are ready until the first byte
 * @param stripeNanos what the sender takes to post a stripe, and to see its end
 */
record PacketTimes(
    int packetBytes,
    long packetNanos,
    long hopNanos,
    int bufferPackets,
    long handshakeNanos,
    long stripeNanos) {
  static PacketTimes ofPaper() {
    return new PacketTimes(2048, 1024, 200, 8, 6000, 500);
  }

  /** What a message takes on links of its own. */
  long aloneNanos(long messageBytes) {
    return handshakeNanos + Math.ceilDiv(messageBytes, packetBytes) * packetNanos;
  }
}
