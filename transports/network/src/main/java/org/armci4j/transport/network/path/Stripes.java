package org.armci4j.transport.network.path;

/**
 * The stripes of one transfer: which path carries which bytes, and how long each took. {@link
 * PathWeights} cuts them; the transfer fills in the times. Reused for other transfers.
 */
public final class Stripes {
  /** Time of a stripe that did not arrive or was not timed. */
  public static final long UNTIMED = 0;

  private final int[] paths;
  private final long[] begins;
  private final long[] lengths;
  private final long[] nanos;
  private int count;

  /**
   * @param most most stripes of a transfer
   */
  public Stripes(int most) {
    this.paths = new int[most];
    this.begins = new long[most];
    this.lengths = new long[most];
    this.nanos = new long[most];
  }

  /** Returns the number of stripes. */
  public int count() {
    return count;
  }

  /** Returns the path that carries a stripe. */
  public int path(int stripe) {
    return paths[stripe];
  }

  /** Returns the first byte of a stripe, from the transfer's first. */
  public long begin(int stripe) {
    return begins[stripe];
  }

  /** Returns the length of a stripe, at least 1. */
  public long lengthBytes(int stripe) {
    return lengths[stripe];
  }

  /**
   * Notes that a stripe has arrived.
   *
   * @param elapsedNanos time since the stripe was started
   */
  public void arrived(int stripe, long elapsedNanos) {
    nanos[stripe] = Math.max(1, elapsedNanos);
  }

  /** Moves a stripe to another path. */
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
