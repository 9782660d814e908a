package org.armci4j.stream;

/**
 * Offsets in each rank's block of a stream. First come two words for each other rank: how many
 * batches of that rank have arrived here, and how many of this rank's batches that rank has
 * handled. Behind them are the slots for the batches of each rank.
 *
 * <pre>
 *  arrived(0)  handled(0)  arrived(1)  handled(1)  …        a line of 64 bytes each
 *  slots of rank 0  slots of rank 1  …                      a header word and items in each slot
 * </pre>
 *
 * @param ranks size of the group
 * @param slotBytes bytes of a slot
 */
record StreamLayout(int ranks, long slotBytes) {
  /** Batches of one rank that fit the ring of another. */
  static final int SLOTS = 4;

  /** Bytes of the header: the number of items, twice, plus 1 in the last batch of a phase. */
  static final long HEADER_BYTES = Long.BYTES;

  private static final long LINE_BYTES = 64;

  /** Returns the layout for batches of a number of bytes. */
  static StreamLayout of(int ranks, long batchBytes) {
    long lines = Math.ceilDiv(HEADER_BYTES + batchBytes, LINE_BYTES);
    return new StreamLayout(ranks, Math.multiplyExact(lines, LINE_BYTES));
  }

  static long arrived(int origin) {
    return 2 * LINE_BYTES * origin;
  }

  static long handled(int target) {
    return 2 * LINE_BYTES * target + LINE_BYTES;
  }

  /** Returns the first byte of the slot for a rank's batch. */
  long slot(int origin, long batch) {
    return 2 * LINE_BYTES * ranks + ((long) origin * SLOTS + batch % SLOTS) * slotBytes;
  }

  long sizeBytes() {
    return Math.addExact(
        2 * LINE_BYTES * ranks, Math.multiplyExact((long) ranks * SLOTS, slotBytes));
  }
}
