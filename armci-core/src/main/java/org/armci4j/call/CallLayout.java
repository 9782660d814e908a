package org.armci4j.call;

/**
 * Layout of each rank's block of the calls' global memory. Between any two ranks there are 2 s
 * slots in each direction, where s is the setting {@code callSlots}: the first s for programs, the
 * others for handlers. The parts of different ranks that calls write lie on different pairs of
 * cache lines.
 *
 * <pre>
 *   0          8                 128       256
 *   +----------+-----------+----+---------+-----------------+------------------+----------------+
 *   | arrivals | agreement |    | changes | closed: 8 bytes | requested, by    | replied, by    |
 *   |          |           |    |         | for each rank   | origin, 2 s each | target, 2 s e. |
 *   +----------+-----------+----+---------+-----------------+------------------+----------------+
 *   | short replies, by target, 2 s each            | bodies, by origin, 2 s each               |
 *   +-----------------------------------------------+-------------------------------------------+
 *
 *   one requested   0          8           one replied   0          8                 16
 *                   +----------+                         +----------+--------+--------+
 *                   | sequence |                         | sequence | length | status |
 *                   +----------+                         +----------+--------+--------+
 *
 *   one body   0        4               8               16            16 + limit
 *              +--------+---------------+---------------+-------------+-------------+
 *              | number | request bytes | reply bytes   | request     | reply       |
 *              +--------+---------------+---------------+-------------+-------------+
 * </pre>
 *
 * <p>The k-th call of a slot writes its body and then k as its requested sequence, in the target's
 * block. The target leaves the reply in the body. It writes status, length and then k as the
 * replied sequence, in the origin's block. A reply of at most {@link #SHORT_BYTES} is written
 * before these words in the same message; the origin fetches a longer reply.
 *
 * @param ranks number of ranks
 * @param slots number of slots for programs; handlers have as many again
 * @param limitBytes size limit of a request or reply
 */
record CallLayout(int ranks, int slots, int limitBytes) {
  /**
   * The word that the helper thread waits for; changes when a request comes, or a reply to a
   * handler.
   */
  static final long ARRIVALS = 0;

  /** The rank's own {@link #slots} and {@link #limitBytes}; the rank writes this word once. */
  static final long AGREEMENT = 8;

  /**
   * The word that threads without a slot wait for; changes when a slot of programs may have become
   * free.
   */
  static final long CHANGES = 128;

  /**
   * Longest request or reply that travels with its words; a longer one is a transfer of its own.
   */
  static final int SHORT_BYTES = 1024;

  private static final long CLOSED = 256;
  private static final long LINE_BYTES = 128;
  private static final long REPLIED_BYTES = 16;
  private static final long REQUEST = 16;

  /** Returns the number of slots from one rank to another. */
  int allSlots() {
    return 2 * slots;
  }

  /** Returns the settings on which all ranks must agree, in one word. */
  long agreement() {
    return (long) slots << 32 | limitBytes;
  }

  /**
   * Returns the offset, in a rank's block, of a word that the peer sets to 1 when it serves no more
   * calls.
   */
  long closed(int peer) {
    return CLOSED + 8L * peer;
  }

  /** Returns the offset, in a target's block, of the requested sequence of an origin's slot. */
  long requested(int origin, int slot) {
    return requests() + lines(8L * allSlots()) * origin + 8L * slot;
  }

  /** Returns the offset, in an origin's block, of the replied sequence of its slot to a target. */
  long replied(int target, int slot) {
    return replies() + lines(REPLIED_BYTES * allSlots()) * target + REPLIED_BYTES * slot;
  }

  /** Returns the offset, in an origin's block, of length and status of the reply. */
  long outcome(int target, int slot) {
    return replied(target, slot) + 8;
  }

  /**
   * Returns the offset, in a target's block, of procedure number and request bytes of an origin's
   * slot.
   */
  long number(int origin, int slot) {
    return bodies() + bodyBytes() * ((long) allSlots() * origin + slot);
  }

  /** Returns the offset, in a target's block, of the size of the origin's reply buffer. */
  long replyCapacity(int origin, int slot) {
    return number(origin, slot) + 8;
  }

  /** Returns the offset, in a target's block, of the request. */
  long request(int origin, int slot) {
    return number(origin, slot) + REQUEST;
  }

  /** Returns the offset, in a target's block, of the reply. */
  long reply(int origin, int slot) {
    return request(origin, slot) + alignedLimitBytes();
  }

  /** Returns the offset, in an origin's block, of a short reply. */
  long shortReply(int target, int slot) {
    return shortReplies() + shortBytes() * ((long) allSlots() * target + slot);
  }

  /** Returns the size of each rank's block. */
  long sizeBytes() {
    return number(ranks, 0);
  }

  private long requests() {
    return CLOSED + lines(8L * ranks);
  }

  private long replies() {
    return requests() + lines(8L * allSlots()) * ranks;
  }

  private long shortReplies() {
    return replies() + lines(REPLIED_BYTES * allSlots()) * ranks;
  }

  private long shortBytes() {
    return lines(Math.min(SHORT_BYTES, limitBytes));
  }

  private long bodies() {
    return shortReply(ranks, 0);
  }

  private long bodyBytes() {
    return lines(REQUEST + 2 * alignedLimitBytes());
  }

  /** Returns the size limit rounded up to a multiple of 16, which aligns the replies. */
  private long alignedLimitBytes() {
    return (limitBytes + 15L) / 16 * 16;
  }

  private static long lines(long sizeBytes) {
    return (sizeBytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
  }
}
