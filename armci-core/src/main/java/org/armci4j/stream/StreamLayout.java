package org.armci4j.stream;

/**
 * Offsets in each rank's block of a stream. First come three words for each other rank: how many
 * batches of that rank have arrived here, whether it has left the stream, and how many of this
 * rank's batches it has handled. Behind them are the slots for the batches of each rank, and then,
 * in a stream of requests, the slots for the replies of each rank.
 *
 * <pre>
 *  arrived(0), left(0)  handled(0)  arrived(1), left(1)  handled(1)  …   lines of 64 bytes
 *  slots of rank 0  slots of rank 1  …                      a header word and items in each slot
 *  replies of rank 0  replies of rank 1  …                  a header word and replies in each slot
 * </pre>
 *
 * @param ranks size of the group
 * @param slotBytes bytes of a slot for a batch
 * @param replyBytes bytes of a slot for the replies to a batch; 0 without replies
 */
record StreamLayout(int ranks, long slotBytes, long replyBytes) {
  /** Batches of one rank that fit the ring of another. */
  static final int SLOTS = 4;

  /** Bytes of the header: the number of bytes behind it, twice, plus 1 in a phase's last batch. */
  static final long HEADER_BYTES = Long.BYTES;

  private static final long LINE_BYTES = 64;

  /** Returns the layout for batches of a number of bytes, and for replies of another. */
  static StreamLayout of(int ranks, long batchBytes, long replyBatchBytes) {
    long replies = replyBatchBytes == 0 ? 0 : slotFor(replyBatchBytes);
    return new StreamLayout(ranks, slotFor(batchBytes), replies);
  }

  private static long slotFor(long bytes) {
    return Math.multiplyExact(Math.ceilDiv(HEADER_BYTES + bytes, LINE_BYTES), LINE_BYTES);
  }

  static long arrived(int origin) {
    return 2 * LINE_BYTES * origin;
  }

  static long left(int origin) {
    return arrived(origin) + Long.BYTES;
  }

  static long handled(int target) {
    return 2 * LINE_BYTES * target + LINE_BYTES;
  }

  /** Returns the first byte of the slot for a rank's batch. */
  long slot(int origin, long batch) {
    return 2 * LINE_BYTES * ranks + number(origin, batch) * slotBytes;
  }

  /** Returns the first byte of the slot for a rank's replies to a batch. */
  long reply(int target, long batch) {
    return slot(ranks, 0) + number(target, batch) * replyBytes;
  }

  private static long number(int rank, long batch) {
    return (long) rank * SLOTS + batch % SLOTS;
  }

  long sizeBytes() {
    long slots = Math.multiplyExact((long) ranks * SLOTS, Math.addExact(slotBytes, replyBytes));
    return Math.addExact(2 * LINE_BYTES * ranks, slots);
  }
}
