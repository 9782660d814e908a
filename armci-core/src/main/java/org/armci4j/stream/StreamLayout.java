package org.armci4j.stream;

/**
 * Offsets in each rank's block of a stream. First come two words for each rank of the group:
 * whether it has left the stream, and a word for the comparison when the stream opens. Then come
 * two words for each peer: how many batches of that peer have arrived here, and how many of this
 * rank's batches it has handled. Behind them are the slots for the batches of each peer, and then,
 * in a stream of requests, the slots for the replies of each peer.
 *
 * <pre>
 *  left(0), kind(0)  left(1), kind(1)  …
 *  arrived(0)  handled(0)  arrived(1)  handled(1)  …        lines of 64 bytes
 *  slots of peer 0  slots of peer 1  …                      a header word and items in each slot
 *  replies of peer 0  replies of peer 1  …                  a header word and replies in each slot
 * </pre>
 *
 * @param ranks size of the group
 * @param peers number of ranks that have slots in the block
 * @param slotBytes bytes of a slot for a batch
 * @param replyBytes bytes of a slot for the replies to a batch; 0 without replies
 */
record StreamLayout(int ranks, int peers, long slotBytes, long replyBytes) {
  /** Batches of one peer that fit the ring of another. */
  static final int SLOTS = 4;

  /**
   * Bytes of the header of a batch: its origin in the upper half, and in the lower one the number
   * of bytes behind the header, twice, plus 1 in a phase's last batch.
   */
  static final long HEADER_BYTES = Long.BYTES;

  private static final long LINE_BYTES = 64;
  private static final long RANK_BYTES = 2 * Long.BYTES;

  /** Returns the layout for batches of a number of bytes, and for replies of another. */
  static StreamLayout of(int ranks, int peers, long batchBytes, long replyBatchBytes) {
    long replies = replyBatchBytes == 0 ? 0 : slotFor(replyBatchBytes);
    return new StreamLayout(ranks, peers, slotFor(batchBytes), replies);
  }

  private static long slotFor(long bytes) {
    return lines(HEADER_BYTES + bytes);
  }

  private static long lines(long bytes) {
    return Math.multiplyExact(Math.ceilDiv(bytes, LINE_BYTES), LINE_BYTES);
  }

  static long header(int origin, long bytes, boolean last) {
    return (long) origin << Integer.SIZE | 2 * bytes | (last ? 1 : 0);
  }

  static int origin(long header) {
    return (int) (header >>> Integer.SIZE);
  }

  static long bytes(long header) {
    return Integer.toUnsignedLong((int) header) / 2;
  }

  static boolean isLast(long header) {
    return (header & 1) != 0;
  }

  static long left(int rank) {
    return RANK_BYTES * rank;
  }

  static long kind(int rank) {
    return left(rank) + Long.BYTES;
  }

  long arrived(int peer) {
    return lines(RANK_BYTES * ranks) + 2 * LINE_BYTES * peer;
  }

  long handled(int peer) {
    return arrived(peer) + LINE_BYTES;
  }

  /** Returns the first byte of the slot for a peer's batch. */
  long slot(int peer, long batch) {
    return arrived(peers) + number(peer, batch) * slotBytes;
  }

  /** Returns the first byte of the slot for a peer's replies to a batch. */
  long reply(int peer, long batch) {
    return slot(peers, 0) + number(peer, batch) * replyBytes;
  }

  private static long number(int peer, long batch) {
    return (long) peer * SLOTS + batch % SLOTS;
  }

  long sizeBytes() {
    long slots = Math.multiplyExact((long) peers * SLOTS, Math.addExact(slotBytes, replyBytes));
    return Math.addExact(arrived(peers), slots);
  }
}
