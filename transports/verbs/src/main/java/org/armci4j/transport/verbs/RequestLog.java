package org.armci4j.transport.verbs;

import org.armci4j.bootstrap.text.Text;

/** Describes the requests under way on a connection, for the message when one fails. */
final class RequestLog {
  enum Kind {
    PUT("put"),
    GET("get"),
    ATOMIC("atomic update"),
    SIGNAL("signal"),
    REQUEST("request to the helper"),
    REPLY("reply of the helper"),
    FENCE("fence");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final int mask;
  private final Kind[] kinds;
  private final long[] addresses;
  private final long[] lengths;

  /**
   * @param depth number of requests that are remembered, a power of two
   */
  RequestLog(int depth) {
    this.mask = depth - 1;
    this.kinds = new Kind[depth];
    this.addresses = new long[depth];
    this.lengths = new long[depth];
  }

  void put(long number, Kind kind, long remoteAddress, long lengthBytes) {
    int slot = (int) number & mask;
    kinds[slot] = kind;
    addresses[slot] = remoteAddress;
    lengths[slot] = lengthBytes;
  }

  long lengthBytes(long number) {
    return lengths[(int) number & mask];
  }

  void lengthen(long number, long moreBytes) {
    lengths[(int) number & mask] += moreBytes;
  }

  /** Returns the request in words. */
  String describe(long number) {
    int slot = (int) number & mask;
    return Text.format(
        "%s (%d bytes at address 0x%x there)",
        kinds[slot] == null ? "?" : kinds[slot].text, lengths[slot], addresses[slot]);
  }
}
