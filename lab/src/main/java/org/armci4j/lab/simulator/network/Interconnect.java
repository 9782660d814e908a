package org.armci4j.lab.simulator.network;

/** A network between hosts. Messages must come in the order of their times. */
public interface Interconnect {
  /**
   * Sends a message.
   *
   * @param from the sending host
   * @param to another host
   * @param atNanos time at which the first byte is ready to leave
   * @param sizeBytes length of the message
   * @param nanosPerByte a link's time for a byte
   * @return how much later the message arrives than over a link of its own
   */
  double delay(int from, int to, double atNanos, long sizeBytes, double nanosPerByte);

  /** Returns whether messages share links, so that their order makes a difference. */
  default boolean isShared() {
    return true;
  }

  /** Returns a description of the link that carried most bytes. */
  String busiestLink();

  /** Returns how many bytes that link carried. */
  long busiestLinkBytes();
}
