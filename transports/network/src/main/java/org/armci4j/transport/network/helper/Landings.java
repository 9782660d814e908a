package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.waiting.Condition;

/**
 * Registered memory of the origin into which helper threads write what they have packed, in pieces
 * that threads take and give back. A thread that waits for a piece holds none, so the others that
 * hold some come to their end.
 */
final class Landings {
  private static final int PIECES = 8;
  private static final Condition<Landings> HAS_FREE = (landings, _, _) -> !landings.free.isEmpty();

  private final RegisteredMemory memory;
  private final int pieceBytes;
  private final Queue<Piece> free = new ConcurrentLinkedQueue<>();
  private boolean made;

  /** Where the answer to one message lands. */
  static final class Piece {
    private final MemorySegment memory;
    private final byte[] key;
    private final SegmentList runs = new SegmentList();
    private long number;

    Piece(MemorySegment memory, byte[] key) {
      this.memory = memory;
      this.key = key;
    }

    MemorySegment memory() {
      return memory;
    }

    /** Of the registration. */
    byte[] key() {
      return key;
    }

    /** What lands: the local side is where it belongs, the remote side is this memory. */
    SegmentList runs() {
      return runs;
    }

    /** The message that is answered here. */
    long number() {
      return number;
    }

    void isFor(long message) {
      number = message;
    }
  }

  /**
   * No memory is taken before the first piece is.
   *
   * @param memory gives it
   * @param pieceBytes how long a piece is
   */
  Landings(RegisteredMemory memory, int pieceBytes) {
    this.memory = memory;
    this.pieceBytes = pieceBytes;
  }

  int pieceBytes() {
    return pieceBytes;
  }

  /** A free piece, or null. */
  Piece tryTake() {
    make();
    return free.poll();
  }

  /**
   * A free piece. The caller holds none.
   *
   * @param progress of the way by which the piece will be filled
   */
  Piece take(EndpointProgress progress) {
    Piece piece = tryTake();
    while (piece == null) {
      progress.await(HAS_FREE, this, 0, 0, "a piece of memory for a packed get");
      piece = free.poll();
    }
    return piece;
  }

  void giveBack(Piece piece) {
    free.add(piece);
  }

  private synchronized void make() {
    if (!made) {
      RegisteredMemory.Part all = memory.allocate((long) PIECES * pieceBytes);
      byte[] key = all.registration().key();
      for (int i = 0; i < PIECES; i++) {
        free.add(new Piece(all.memory().asSlice((long) i * pieceBytes, pieceBytes), key));
      }
      made = true;
    }
  }
}
