package org.armci4j.completion;

/**
 * Layout of each rank's block of the events' global memory. Rings and credits of different ranks
 * lie on different pairs of cache lines.
 *
 * <pre>
 *   0          8               128            128 + 128 n          (n ranks)
 *   +----------+---------------+--------------+---------------------------------------------
 *   | arrivals | slots | pad   | credits of   | ring of rank 0 | ring of rank 1 | …
 *   |          |               | rank 0, 1, … |                |                |
 *   +----------+---------------+--------------+---------------------------------------------
 *
 *   one slot    0          8            16
 *               +----------+------------+
 *               | sequence | identifier |
 *               +----------+------------+
 * </pre>
 *
 * <p>All fields are words of eight bytes. {@code sequence} is written last: +k means that the slot
 * holds the k-th event of this origin, −k that the k-th put failed at its origin and has no event.
 * k never wraps, so a value left by an earlier turn of the ring is never taken for a new one.
 */
final class EventLayout {
  /** Changes with every event for the rank; written by the origin of the event. */
  static final long ARRIVALS = 0;

  /** Number of slots that the rank gives each origin; the rank writes this word once. */
  static final long SLOTS = 8;

  /** In a slot: number of the event that it holds. */
  static final long SEQUENCE = 0;

  /** In a slot: the remote identifier. */
  static final long IDENTIFIER = 8;

  private static final long SLOT_BYTES = 16;
  private static final long LINE_BYTES = 128;

  private EventLayout() {}

  /**
   * Returns the offset, in an origin's block, of the number of its events that {@code target} has
   * taken. The target writes this word.
   */
  static long credits(int target) {
    return LINE_BYTES * (1L + target);
  }

  /**
   * Returns the offset, in a target's block, of the slot of an origin's event; {@code number}
   * counts from 1.
   */
  static long slot(int ranks, int slots, int origin, long number) {
    return ring(ranks, slots, origin) + SLOT_BYTES * ((number - 1) % slots);
  }

  /** Returns the size of a rank's block with a number of slots for each origin. */
  static long sizeBytes(int ranks, int slots) {
    return ring(ranks, slots, ranks);
  }

  private static long ring(int ranks, int slots, int origin) {
    long ringBytes = (SLOT_BYTES * slots + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    return credits(ranks) + ringBytes * origin;
  }
}
