package org.armci4j.call;

/**
 * Where things are in each rank's block of the calls' global memory. Between each two ranks there
 * are 2 s slots in each direction, where s is the setting {@code callSlots}: the first s for
 * programs, the others for handlers. Whatever has a writer of its own stands on a pair of cache
 * lines of its own.
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
 * block; the target leaves the reply in the body, and writes status, length and then k as the
 * replied sequence, in the origin's block. A reply of no more than {@link #SHORT_BYTES} stands
 * there before them, so that it takes no further message; the origin fetches a longer one.
 *
 * @param ranks how many ranks there are
 * @param slots how many slots programs have, and handlers again
 * @param limitBytes the largest request or reply
 */
record CallLayout(int ranks, int slots, int limitBytes) {
  /** Changes when a request comes, or a reply to a handler: what the helper thread waits for. */
  static final long ARRIVALS = 0;

  /** What the rank knows of {@link #slots} and {@link #limitBytes}; written once, by the rank. */
  static final long AGREEMENT = 8;

  /** Changes when a slot of programs may have become free, for which those wait that want one. */
  static final long CHANGES = 128;

  /** A request or reply of no more is copied and sent on; a longer one is moved by itself. */
  static final int SHORT_BYTES = 1024;

  private static final long CLOSED = 256;
  private static final long LINE_BYTES = 128;
  private static final long REPLIED_BYTES = 16;
  private static final long REQUEST = 16;

  /** How many slots there are from one rank to another. */
  int allSlots() {
    return 2 * slots;
  }

  /** What all ranks must agree on, in one word. */
  long agreement() {
    return (long) slots << 32 | limitBytes;
  }

  /** In a rank's block: 1 when {@code peer} serves no more calls. Written by the peer. */
  long closed(int peer) {
    return CLOSED + 8L * peer;
  }

  /** In a target's block: the requested sequence of an origin's slot. */
  long requested(int origin, int slot) {
    return requests() + lines(8L * allSlots()) * origin + 8L * slot;
  }

  /** In an origin's block: the replied sequence of its slot to a target. */
  long replied(int target, int slot) {
    return replies() + lines(REPLIED_BYTES * allSlots()) * target + REPLIED_BYTES * slot;
  }

  /** In an origin's block: length and status of the reply. */
  long outcome(int target, int slot) {
    return replied(target, slot) + 8;
  }

  /** In a target's block: number and request bytes of an origin's slot. */
  long number(int origin, int slot) {
    return bodies() + bodyBytes() * ((long) allSlots() * origin + slot);
  }

  /** In a target's block: how many bytes the origin has room for. */
  long replyRoom(int origin, int slot) {
    return number(origin, slot) + 8;
  }

  /** In a target's block: the request. */
  long request(int origin, int slot) {
    return number(origin, slot) + REQUEST;
  }

  /** In a target's block: the reply. */
  long reply(int origin, int slot) {
    return request(origin, slot) + alignedLimitBytes();
  }

  /** In an origin's block: a reply that is not long. */
  long shortReply(int target, int slot) {
    return shortReplies() + shortBytes() * ((long) allSlots() * target + slot);
  }

  /** How large each rank's block is. */
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

  /** So that a reply begins where any word may. */
  private long alignedLimitBytes() {
    return (limitBytes + 15L) / 16 * 16;
  }

  private static long lines(long sizeBytes) {
    return (sizeBytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
  }
}
