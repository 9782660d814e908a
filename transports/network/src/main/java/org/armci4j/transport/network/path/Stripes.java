package org.armci4j.transport.network.path;

/**
 * The stripes of one transfer: which path carries which bytes, and for how long. {@link
 * PathWeights} cuts them, the transfer fills in the times. Used again for other transfers.
 */
public final class Stripes {
  /** The time of a stripe that did not arrive, or that nobody timed. */
  public static final long UNTIMED = 0;

  private final int[] paths;
  private final long[] begins;
  private final long[] lengths;
  private final long[] nanos;
  private int count;

  /**
   * @param most how many stripes a transfer may have
   */
  public Stripes(int most) {
    this.paths = new int[most];
    this.begins = new long[most];
    this.lengths = new long[most];
    this.nanos = new long[most];
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Which path carries a stripe. */
  public int path(int stripe) {
    return paths[stripe];
  }

  /** The first byte of a stripe, from the transfer's first. */
  public long begin(int stripe) {
    return begins[stripe];
  }

  /** How many bytes a stripe has, at least 1. */
  public long lengthBytes(int stripe) {
    return lengths[stripe];
  }

  /**
   * A stripe has arrived.
   *
   * @param elapsedNanos since it was started
   */
  public void arrived(int stripe, long elapsedNanos) {
    nanos[stripe] = Math.max(1, elapsedNanos);
  }

  /** Learns that a stripe goes by another path. */
  public void move(int stripe, int path) {
    paths[stripe] = path;
  }

  long nanos(int stripe) {
    return nanos[stripe];
  }

  void clear() {
    count = 0;
  }

  void add(int path, long begin, long lengthBytes) {
    paths[count] = path;
    begins[count] = begin;
    lengths[count] = lengthBytes;
    nanos[count] = UNTIMED;
    count++;
  }
}
