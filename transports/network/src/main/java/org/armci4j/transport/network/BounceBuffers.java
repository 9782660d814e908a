package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.RemoteBlock;

/**
 * Registered memory through which unregistered data and messages pass, in pieces. Each piece is
 * taken for a request and free again when the request is complete. A rank has one such memory for
 * all targets, so it does not grow with their number.
 *
 * <p>No target stalls the others. The search for room begins behind the piece that was taken last.
 * It skips pieces that are still in use, however slow their targets are. A user may hold at most as
 * much as remains free. So a user that gives nothing back leaves half to the others, and a second
 * one leaves a quarter. Source of this rule: "dynamic thresholds" (Choudhury, Hahne, "Dynamic Queue
 * Length Thresholds for Shared-Memory Packet Switches", 1998).
 *
 * <p>Callers hold the {@link #lock} from {@link #take} or {@link #reserve} to {@link #commit}, and
 * post the request in between. A thread that must not wait calls {@link #tryLock}, which also
 * promises the room.
 */
public final class BounceBuffers {
  /** Pieces begin at cache lines, so that no two share one. */
  private static final int ALIGNMENT = 64;

  private static final int NONE = -1;

  private final ReentrantLock lock = new ReentrantLock();
  private final MemorySegment memory;
  private final long sizeBytes;
  private final Map<User, Holding> holdings = new ConcurrentHashMap<>();

  /** Posts requests that use pieces. */
  public interface User {
    /** Returns whether the network no longer uses the buffers of the request behind a ticket. */
    boolean isOver(long ticket);

    /** Waits for {@link #isOver}. */
    void awaitOver(long ticket);

    /**
     * Has the network report the end of a request that it would not report by itself. Never waits:
     * does nothing where that is not possible now.
     */
    default void tell(long ticket) {}
  }

  /** The pieces and bytes that one user holds; changed under the lock. */
  private static final class Holding {
    private final User user;
    private long heldBytes;
    private int heldPieces;

    Holding(User user) {
      this.user = user;
    }
  }

  // Pieces in the order of their places, as a ring: the first one follows the last.
  private final Holding[] owners;
  private final long[] tickets;
  private final long[] begins;
  private final long[] ends;
  private final int[] next;
  private int pieces;

  /** The slots without a piece. */
  private final int[] free;

  /** The piece behind which the search for room begins; {@link #NONE} without pieces. */
  private int hand = NONE;

  /** Memory that the pieces take. */
  private long usedBytes;

  private long reservedBegin;
  private long reservedEnd;

  /**
   * Pieces that {@link #tryLock} has promised and {@link #commit} has not yet used. {@link
   * #mayTake} does not limit them: each one leaves less memory free, so the thread would have to
   * wait for the last ones.
   */
  private int promised;

  /**
   * @param memory registered memory
   * @param maxPieces most pieces in use at once
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

  /** Returns all of the memory. */
  public MemorySegment memory() {
    return memory;
  }

  /** Returns the address of a place in {@link #memory}. */
  public long address(long offset) {
    return memory.address() + offset;
  }

  /**
   * Returns the longest piece of a copied transfer, short enough that several leave room for
   * others.
   *
   * @param mostBytes the longest piece that the network wants
   */
  public int pieceBytes(int mostBytes) {
    return (int) Math.min(mostBytes, sizeBytes / 8);
  }

  /** Takes the lock; {@link #unlock} gives it back. */
  public void lock() {
    lock.lock();
  }

  /**
   * Takes the lock and finds room for a piece as {@link #reserve} does. The caller posts the
   * piece's request, {@linkplain #commit commits} it, and gives the lock back by {@link #unlock}.
   *
   * @return where the piece begins in {@link #memory}
   */
  public long take(User user, int lengthBytes) {
    lock.lock();
    boolean isReserved = false;
    try {
      long place = reserve(user, lengthBytes);
      isReserved = true;
      return place;
    } finally {
      if (!isReserved) {
        unlock();
      }
    }
  }

  /** Takes a piece as {@link #take(User, int)} does, and copies data into it. */
  public long take(User user, MemorySegment source, long offset, int lengthBytes) {
    long place = take(user, lengthBytes);
    boolean isCopied = false;
    try {
      // A mapped file that has become shorter makes this throw an Error.
      Copies.copy(source, offset, memory, place, lengthBytes);
      isCopied = true;
      return place;
    } finally {
      if (!isCopied) {
        unlock();
      }
    }
  }

  /** Gives back the lock of {@link #lock} or {@link #tryLock}. */
  public void unlock() {
    if (lock.getHoldCount() == 1) {
      promised = 0;
    }
    lock.unlock();
  }

  /**
   * Takes the lock if this thread does not hold it and there is room for some pieces, whatever the
   * length of each. {@link #reserve} then does not wait for them. Waits for a thread that holds the
   * lock: that thread copies, and waits for nothing itself.
   *
   * @param user user whose requests will use the pieces
   * @param lengthBytes length of all pieces together
   * @param count number of pieces
   * @return whether the lock was taken
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
    // Room for one piece as long as all, with the rounding of each, is room for all pieces.
    long needed = lengthBytes + (long) ALIGNMENT * count;
    if (find(holding, needed, count)) {
      promised = count;
      return true;
    }
    if (pieces > 0) { // else the end of the oldest one might never be reported
      int oldest = oldestInTheWay(holding);
      owners[oldest].user.tell(tickets[oldest]);
    }
    return false;
  }

  /** Returns whether this thread holds the lock. */
  public boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }

  /**
   * Returns whether {@link #reserve} would find room at once.
   *
   * @param user user whose request will use the piece
   * @param lengthBytes length of the piece
   */
  public boolean hasRoom(User user, int lengthBytes) {
    return find(holding(user), full(lengthBytes), 1);
  }

  private static long full(int lengthBytes) {
    return (lengthBytes + ALIGNMENT - 1L) & -ALIGNMENT;
  }

  private Holding holding(User user) {
    Holding known = holdings.get(user);
    return known != null ? known : holdings.computeIfAbsent(user, Holding::new);
  }

  private boolean mayTake(Holding holding, long length, int count) {
    return holding.heldPieces == 0
        || (holding.heldBytes + length <= sizeBytes - usedBytes
            && holding.heldPieces + count <= owners.length - pieces);
  }

  /**
   * Finds room for a piece. Without room, waits for the user's own oldest piece. A user that holds
   * none waits for the oldest piece of the user that holds least.
   *
   * @param user user whose request will use the piece
   * @param lengthBytes length of the piece, at most a quarter of the memory
   * @return where the piece begins in {@link #memory}
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

  /** Returns whether there is room for pieces, which then begins at {@link #reservedBegin}. */
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

  /** Moves the hand to the next free place of a length; returns false if there is none. */
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

  /** Drops the finished pieces that follow a piece, up to the first one in use. */
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

  /**
   * Marks the piece reserved last as in use until the request behind the ticket is complete. Does
   * nothing for {@link RemoteBlock#COMPLETE}.
   */
  public void commit(User user, long ticket) {
    if (ticket == RemoteBlock.COMPLETE) {
      return;
    }
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
