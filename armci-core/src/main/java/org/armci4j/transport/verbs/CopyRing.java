package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;

/**
 * Registered memory through which unregistered data pass: a ring of pieces, taken in order and
 * given back in order, each when the request that uses it is complete. A rank has one for all
 * targets, so that the memory does not grow with their number.
 *
 * <p>Callers hold this object's monitor from {@link #reserve} to {@link #commit}, with the posting
 * of the request between.
 */
final class CopyRing {
  /** Pieces begin at cache lines, so that no two share one. */
  private static final int ALIGNMENT = 64;

  private final MemorySegment memory;
  private final int localKey;
  private final long sizeBytes;

  /** Positions count bytes since the beginning; the place in memory is the rest by the size. */
  private long head;

  private long tail;

  /** The pieces between tail and head, oldest first, in a ring of their own. */
  private final Connection[] connections;

  private final long[] tickets;
  private final long[] ends;
  private int oldest;
  private int pieces;
  private long reservedEnd;

  /**
   * @param memory a power of two bytes, registered
   * @param localKey its key
   * @param maxPieces how many pieces can be under way
   */
  CopyRing(MemorySegment memory, int localKey, int maxPieces) {
    this.memory = memory;
    this.localKey = localKey;
    this.sizeBytes = memory.byteSize();
    this.connections = new Connection[maxPieces];
    this.tickets = new long[maxPieces];
    this.ends = new long[maxPieces];
  }

  int localKey() {
    return localKey;
  }

  MemorySegment memory() {
    return memory;
  }

  /** The address of a place in {@link #memory}. */
  long address(long offset) {
    return memory.address() + offset;
  }

  /**
   * Finds room for a piece, waiting for the oldest ones where there is none.
   *
   * @param lengthBytes at most a quarter of the ring
   * @return where it begins in {@link #memory}
   */
  long reserve(int lengthBytes) {
    long length = (lengthBytes + ALIGNMENT - 1L) & -ALIGNMENT;
    long start = head;
    long place = start & (sizeBytes - 1);
    if (place + length > sizeBytes) {
      start += sizeBytes - place; // A piece is contiguous: leave the rest of the ring.
    }
    while (start + length - tail > sizeBytes || pieces == connections.length) {
      releaseOldest();
    }
    reservedEnd = start + length;
    return start & (sizeBytes - 1);
  }

  /** The piece that was reserved last is in use until the request behind the ticket is complete. */
  void commit(Connection connection, long ticket) {
    int slot = (oldest + pieces) % connections.length;
    connections[slot] = connection;
    tickets[slot] = ticket;
    ends[slot] = reservedEnd;
    pieces++;
    head = reservedEnd;
    while (pieces > 0 && connections[oldest].progress().isOver(tickets[oldest])) {
      dropOldest();
    }
  }

  private void releaseOldest() {
    connections[oldest].awaitOver(tickets[oldest]);
    dropOldest();
  }

  private void dropOldest() {
    tail = ends[oldest];
    connections[oldest] = null;
    oldest = (oldest + 1) % connections.length;
    pieces--;
  }
}
