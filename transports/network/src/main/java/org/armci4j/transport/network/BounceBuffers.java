package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Registered memory through which unregistered data and messages pass, in pieces: each is taken for
 * a request and free again when that is complete. A rank has one for all targets, so that the
 * memory does not grow with their number.
 *
 * <p>No target stalls the others. A place is looked for behind the piece that was taken last, past
 * pieces that are still in use, however slow their targets are. And a user holds no more than is
 * free beside, so that one which gives nothing back leaves half to the others, a second one a
 * quarter. Source of this rule: "dynamic thresholds" (Choudhury, Hahne, "Dynamic Queue Length
 * Thresholds for Shared-Memory Packet Switches", 1998).
 *
 * <p>Callers hold the {@link #lock} from {@link #reserve} to {@link #commit}, with the posting of
 * the request between. A thread that must not wait takes it by {@link #tryLock}, with the room that
 * it needs.
 */
public final class BounceBuffers {
  /** Pieces begin at cache lines, so that no two share one. */
  private static final int ALIGNMENT = 64;

  private static final int NONE = -1;

  private final ReentrantLock lock = new ReentrantLock();
  private final MemorySegment memory;
  private final long sizeBytes;
  private final Map<User, Holding> holdings = new ConcurrentHashMap<>();

  /** The class whose requests use pieces. */
  public interface User {
    /** Whether the network has done with the buffers of the request behind a ticket. */
    boolean isOver(long ticket);

    /** Waits for {@link #isOver}. */
    void awaitOver(long ticket);

    /**
     * Has the network tell of the end of a request of which it would not tell by itself. Waits for
     * nothing: what cannot be done now is not done.
     */
    default void tell(long ticket) {}

    /** The one that holds the pieces: several users may stand for the same target. */
    default User sharer() {
      return this;
    }
  }

  /** What one user holds; changed under the lock. */
  private static final class Holding {
    private final User user;
    private long heldBytes;
    private int heldPieces;

    Holding(User user) {
      this.user = user;
    }
  }

  // Pieces in the order of their places, in a ring: the one behind the last is the first.
  private final Holding[] owners;
  private final long[] tickets;
  private final long[] begins;
  private final long[] ends;
  private final int[] next;
  private int pieces;

  /** The slots without a piece. */
  private final int[] free;

  /** The piece behind which a place is looked for; {@link #NONE} while there are no pieces. */
  private int hand = NONE;

  /** How much memory the pieces take. */
  private long usedBytes;

  private long reservedBegin;
  private long reservedEnd;

  /**
   * How many more pieces {@link #tryLock} has promised. They are taken without a look at what is
   * free beside, which each of them makes less: the thread would wait for the last ones.
   */
  private int promised;

  /**
   * @param memory registered
   * @param maxPieces how many pieces can be under way
   */
  public BounceBuffers(MemorySegment memory, int maxPieces) {
    this.memory = memory;
    this.sizeBytes = memory.byteSize();
    this.owners = new Holding[maxPieces];
    this.tickets = new long[maxPieces];
    this.begins = new long[maxPieces];
    this.ends = new long[maxPieces];
    this.next = new int[maxPieces];
    this.free = new int[maxPieces];
    for (int slot = 0; slot < maxPieces; slot++) {
      free[slot] = slot;
    }
  }

  /** All of it. */
  public MemorySegment memory() {
    return memory;
  }

  /** The address of a place in {@link #memory}. */
  public long address(long offset) {
    return memory.address() + offset;
  }

  /** Begins what {@link #unlock} ends. */
  public void lock() {
    lock.lock();
  }

  /** Ends what {@link #lock} or {@link #tryLock} began. */
  public void unlock() {
    if (lock.getHoldCount() == 1) {
      promised = 0;
    }
    lock.unlock();
  }

  /**
   * Begins if this thread is not at it, and there is room for some pieces whatever their lengths:
   * {@link #reserve} does not wait for them. Another thread that is at it is waited for: it copies,
   * and waits for nothing itself.
   *
   * @param user whose requests will use them
   * @param lengthBytes of all together
   * @param count how many there are
   * @return whether it has begun
   */
  public boolean tryLock(User user, int lengthBytes, int count) {
    if (lock.isHeldByCurrentThread()) {
      return false;
    }
    boolean begun = false;
    lock.lock();
    try {
      begun = tryPromise(holding(user), lengthBytes, count);
    } finally {
      if (!begun) {
        lock.unlock();
      }
    }
    return begun;
  }

  private boolean tryPromise(Holding holding, int lengthBytes, int count) {
    // Each is rounded up; together they fit where one fits that is as long as all.
    long needed = lengthBytes + (long) ALIGNMENT * count;
    if (find(holding, needed, count)) {
      promised = count;
      return true;
    }
    if (pieces > 0) { // nobody might hear that the oldest one's place is free
      int oldest = oldestInTheWay(holding);
      owners[oldest].user.tell(tickets[oldest]);
    }
    return false;
  }

  /** Returns whether this thread has begun. */
  public boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }

  /**
   * Whether {@link #reserve} would find room at once.
   *
   * @param user whose request will use it
   * @param lengthBytes of the piece
   */
  public boolean hasRoom(User user, int lengthBytes) {
    return find(holding(user), full(lengthBytes), 1);
  }

  private static long full(int lengthBytes) {
    return (lengthBytes + ALIGNMENT - 1L) & -ALIGNMENT;
  }

  private Holding holding(User user) {
    User sharer = user.sharer();
    Holding known = holdings.get(sharer);
    return known != null ? known : holdings.computeIfAbsent(sharer, Holding::new);
  }

  private boolean mayTake(Holding holding, long length, int count) {
    return holding.heldPieces == 0
        || (holding.heldBytes + length <= sizeBytes - usedBytes
            && holding.heldPieces + count <= owners.length - pieces);
  }

  /**
   * Finds room for a piece. Where there is none it waits for the user's own oldest one, or, if that
   * has none, for one of the user that holds least.
   *
   * @param user whose request will use it
   * @param lengthBytes at most a quarter of all
   * @return where it begins in {@link #memory}
   */
  public long reserve(User user, int lengthBytes) {
    Holding holding = holding(user);
    long length = full(lengthBytes);
    while (!find(holding, length, 1)) {
      int oldest = oldestInTheWay(holding);
      owners[oldest].user.awaitOver(tickets[oldest]);
    }
    reservedEnd = reservedBegin + length;
    return reservedBegin;
  }

  /** Whether there is a place for pieces, of which {@link #reservedBegin} is the first byte. */
  private boolean find(Holding holding, long length, int count) {
    if (findNow(holding, length, count)) {
      return true;
    }
    dropOver();
    return findNow(holding, length, count);
  }

  private boolean findNow(Holding holding, long length, int count) {
    return pieces + count <= owners.length
        && (promised > 0 || mayTake(holding, length, count))
        && moveTo(length);
  }

  /** Moves the hand to the next place that is so long, if there is one. */
  private boolean moveTo(long length) {
    for (int passed = 0; passed <= owners.length && hand != NONE; passed++) {
      dropBehind(hand);
      if (hand == NONE) {
        break;
      }
      int after = next[hand];
      if (begins[after] > begins[hand]) {
        reservedBegin = ends[hand];
        if (begins[after] - reservedBegin >= length) {
          return true;
        }
      } else {
        reservedBegin = sizeBytes - ends[hand] >= length ? ends[hand] : 0;
        if (reservedBegin > 0 || begins[after] >= length) {
          return true;
        }
      }
      hand = after;
    }
    reservedBegin = 0;
    return hand == NONE && length <= sizeBytes;
  }

  /** Drops what is over of the pieces that follow one, up to the first that is in use. */
  private void dropBehind(int piece) {
    for (int after = next[piece]; after != piece && isOver(after); after = next[piece]) {
      drop(piece, after);
    }
    if (next[piece] == piece && isOver(piece)) {
      drop(piece, piece);
    }
  }

  private boolean isOver(int piece) {
    return owners[piece].user.isOver(tickets[piece]);
  }

  private void dropOver() {
    for (int left = pieces; left > 0 && hand != NONE; left--) {
      dropBehind(hand);
      if (hand != NONE) {
        hand = next[hand];
      }
    }
  }

  private void drop(int before, int piece) {
    if (before == piece) {
      hand = NONE;
    } else {
      next[before] = next[piece];
      if (hand == piece) {
        hand = before;
      }
    }
    long length = ends[piece] - begins[piece];
    owners[piece].heldBytes -= length;
    owners[piece].heldPieces--;
    usedBytes -= length;
    owners[piece] = null;
    pieces--;
    free[pieces] = piece;
  }

  private int oldestInTheWay(Holding holding) {
    return oldestOf(holding.heldPieces > 0 ? holding : smallest());
  }

  private Holding smallest() {
    Holding smallest = owners[hand];
    for (int piece = next[hand]; piece != hand; piece = next[piece]) {
      if (owners[piece].heldBytes < smallest.heldBytes) {
        smallest = owners[piece];
      }
    }
    return smallest;
  }

  private int oldestOf(Holding holding) {
    int oldest = NONE;
    int piece = hand;
    do {
      if (owners[piece] == holding && (oldest == NONE || tickets[piece] < tickets[oldest])) {
        oldest = piece;
      }
      piece = next[piece];
    } while (piece != hand);
    return oldest;
  }

  /** The piece that was reserved last is in use until the request behind the ticket is complete. */
  public void commit(User user, long ticket) {
    Holding holding = holding(user);
    int piece = free[pieces];
    pieces++;
    owners[piece] = holding;
    tickets[piece] = ticket;
    begins[piece] = reservedBegin;
    ends[piece] = reservedEnd;
    if (hand == NONE) {
      next[piece] = piece;
    } else {
      next[piece] = next[hand];
      next[hand] = piece;
    }
    hand = piece;
    holding.heldBytes += reservedEnd - reservedBegin;
    holding.heldPieces++;
    usedBytes += reservedEnd - reservedBegin;
    promised = Math.max(0, promised - 1);
  }
}
