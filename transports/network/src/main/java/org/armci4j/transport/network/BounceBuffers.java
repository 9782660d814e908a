package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Registered memory through which unregistered data and messages pass: a ring of pieces, taken in
 * order and given back in order, each when the request that uses it is complete. A rank has one for
 * all targets, so that the memory does not grow with their number.
 *
 * <p>Callers hold the {@link #lock} from {@link #reserve} to {@link #commit}, with the posting of
 * the request between. A thread that must not wait takes it by {@link #tryLock}, with the room that
 * it needs.
 */
public final class BounceBuffers {
  /** Pieces begin at cache lines, so that no two share one. */
  private static final int ALIGNMENT = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final MemorySegment memory;
  private final long sizeBytes;

  /** The class whose requests use pieces. */
  public interface User {
    /** Whether the network has done with the buffers of the request behind a ticket. */
    boolean isOver(long ticket);

    /** Waits for {@link #isOver}. */
    void awaitOver(long ticket);
  }

  /** Positions count bytes since the beginning; the place in memory is the rest by the size. */
  private long head;

  private long tail;

  /** The pieces between tail and head, oldest first, in a ring of their own. */
  private final User[] users;

  private final long[] tickets;
  private final long[] ends;
  private int oldest;
  private int pieces;
  private long reservedEnd;

  /**
   * @param memory a power of two bytes, registered
   * @param maxPieces how many pieces can be under way
   */
  public BounceBuffers(MemorySegment memory, int maxPieces) {
    this.memory = memory;
    this.sizeBytes = memory.byteSize();
    this.users = new User[maxPieces];
    this.tickets = new long[maxPieces];
    this.ends = new long[maxPieces];
  }

  /** The whole ring. */
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
    lock.unlock();
  }

  /**
   * Begins if no thread is at it, not even this one, which may take steps while it waits with a
   * piece reserved; and if there is room for some pieces whatever their lengths: {@link #reserve}
   * does not wait for them.
   *
   * @param lengthBytes of all together
   * @param count how many there are
   * @return whether it has begun
   */
  public boolean tryLock(int lengthBytes, int count) {
    if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
      return false;
    }
    dropOver();
    if (mayHaveRoom(lengthBytes, count)) {
      return true;
    }
    lock.unlock();
    return false;
  }

  /**
   * The same as a hint, for a thread that has not begun.
   *
   * @param lengthBytes of all pieces together
   * @param count how many there are
   */
  public boolean mayHaveRoom(int lengthBytes, int count) {
    // Each is rounded up, and one leaves the rest of the ring, which is shorter than that one.
    long needed = 2L * lengthBytes + (long) ALIGNMENT * (count + 1);
    return pieces + count <= users.length && head + needed - tail <= sizeBytes;
  }

  /**
   * Whether {@link #reserve} would find room at once.
   *
   * @param lengthBytes of the piece
   */
  public boolean hasRoom(int lengthBytes) {
    dropOver();
    return pieces < users.length && end(lengthBytes) - tail <= sizeBytes;
  }

  /** Where a piece would end that is reserved next. */
  private long end(int lengthBytes) {
    long length = (lengthBytes + ALIGNMENT - 1L) & -ALIGNMENT;
    long place = head & (sizeBytes - 1);
    // A piece is contiguous: leave the rest of the ring.
    return (place + length > sizeBytes ? head + sizeBytes - place : head) + length;
  }

  /**
   * Finds room for a piece, waiting for the oldest ones where there is none.
   *
   * @param lengthBytes at most a quarter of the ring
   * @return where it begins in {@link #memory}
   */
  public long reserve(int lengthBytes) {
    long end = end(lengthBytes);
    while (end - tail > sizeBytes || pieces == users.length) {
      releaseOldest();
    }
    reservedEnd = end;
    long length = (lengthBytes + ALIGNMENT - 1L) & -ALIGNMENT;
    return (end - length) & (sizeBytes - 1);
  }

  /** The piece that was reserved last is in use until the request behind the ticket is complete. */
  public void commit(User user, long ticket) {
    int slot = (oldest + pieces) % users.length;
    users[slot] = user;
    tickets[slot] = ticket;
    ends[slot] = reservedEnd;
    pieces++;
    head = reservedEnd;
    dropOver();
  }

  private void dropOver() {
    while (pieces > 0 && users[oldest].isOver(tickets[oldest])) {
      dropOldest();
    }
  }

  private void releaseOldest() {
    users[oldest].awaitOver(tickets[oldest]);
    dropOldest();
  }

  private void dropOldest() {
    tail = ends[oldest];
    users[oldest] = null;
    oldest = (oldest + 1) % users.length;
    pieces--;
  }
}
