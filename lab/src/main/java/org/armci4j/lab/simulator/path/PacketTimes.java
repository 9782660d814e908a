package org.armci4j.lab.simulator.path;

/**
 * Times of packets on the machine of the paper: DDR links of 16 Gb/s, packets of 2 KiB.
 *
 * @param packetBytes length of a packet
 * @param packetNanos time of a packet on a link
 * @param hopNanos time from a link's end to the next switch's choice
 * @param bufferPackets packets that a switch has room for behind each link
 * @param handshakeNanos time from when both ranks are ready to the first byte
 * @param stripeNanos sender's time to post a stripe and to see its end
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

  /** Returns the time of a message on links of its own. */
  long aloneNanos(long messageBytes) {
    return handshakeNanos + Math.ceilDiv(messageBytes, packetBytes) * packetNanos;
  }
}
