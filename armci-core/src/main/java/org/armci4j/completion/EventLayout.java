package org.armci4j.completion;

/**
 * Where things are in each rank's block of the events' global memory. Whatever has a writer of its
 * own stands on a pair of cache lines of its own.
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
 * <p>All are words of eight bytes. {@code sequence} is written last: +k says that the slot holds
 * the k-th event of this origin, −k that the k-th put failed at its origin and there is no event. k
 * counts on forever, so what an earlier turn of the ring left in a slot is never taken for new.
 */
final class EventLayout {
  /** Changes with every event for the rank: written by every rank that has one for it. */
  static final long ARRIVALS = 0;

  /** How many slots the rank gives each origin; written once, by the rank. */
  static final long SLOTS = 8;

  /** In a slot: whose turn it holds. */
  static final long SEQUENCE = 0;

  /** In a slot: the remote identifier. */
  static final long IDENTIFIER = 8;

  private static final long SLOT_BYTES = 16;
  private static final long LINE_BYTES = 128;

  private EventLayout() {}

  /**
   * The word in an origin's block that says how many of its events {@code target} has taken;
   * written by the target.
   */
  static long credits(int target) {
    return LINE_BYTES * (1L + target);
  }

  /** The slot, in a target's block, of an origin's event number {@code number}, from 1. */
  static long slot(int ranks, int slots, int origin, long number) {
    return ring(ranks, slots, origin) + SLOT_BYTES * ((number - 1) % slots);
  }

  /** How large a rank's block is that gives each origin so many slots. */
  static long sizeBytes(int ranks, int slots) {
    return ring(ranks, slots, ranks);
  }

  private static long ring(int ranks, int slots, int origin) {
    long ringBytes = (SLOT_BYTES * slots + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    return credits(ranks) + ringBytes * origin;
  }
}
