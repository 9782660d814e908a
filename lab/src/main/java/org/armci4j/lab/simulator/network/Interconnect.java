package org.armci4j.lab.simulator.network;

/** What lies between hosts. Messages must come in the order of their times. */
public interface Interconnect {
  /**
   * Sends a message.
   *
   * @param from its host
   * @param to another host
   * @param atNanos when its first byte is ready to leave
   * @param sizeBytes how long it is
   * @param nanosPerByte how long a link takes for a byte
   * @return how much later it arrives than it would on a link of its own
   */
  double delay(int from, int to, double atNanos, long sizeBytes, double nanosPerByte);

  /** Whether the order in which messages are sent makes a difference. */
  default boolean isShared() {
    return true;
  }

  /** The link that most bytes went over, in words. */
  String busiestLink();

  /** How many bytes that were. */
  long busiestLinkBytes();
}
