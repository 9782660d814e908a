package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.RegisteredMemory;

/**
 * Registered memory of the origin into which helper threads write packed data, in pieces that gets
 * take and give back. Gets from one rank hold at most as many pieces as stay free, so that a slow
 * rank leaves some for the others.
 *
 * <p>Source of the rule: "dynamic thresholds" (Choudhury, Hahne, "Dynamic Queue Length Thresholds
 * for Shared-Memory Packet Switches", 1998).
 */
public final class ReplyBuffers {
  private static final int PIECES = 8;

  private final RegisteredMemory memory;
  private final int pieceBytes;
  private final Queue<Piece> free = new ArrayDeque<>();

  /** By rank: number of pieces that gets from it hold. */
  private int[] held = new int[1];

  private boolean made;

  /** Number of pieces to be made in place of those that were replaced. */
  private int missing;

  /** The memory for the answer to one message. */
  public static final class Piece {
    private final MemorySegment memory;
    private final byte[] key;
    private final SegmentList runs = new SegmentList();
    private long number;
    private int rank;

    Piece(MemorySegment memory, byte[] key) {
      this.memory = memory;
      this.key = key;
    }

    public MemorySegment memory() {
      return memory;
    }

    /** Returns the key of the registration. */
    public byte[] key() {
      return key;
    }

    /**
     * Returns the runs that land: their local side is the destination, their remote side this
     * memory.
     */
    public SegmentList runs() {
      return runs;
    }

    /** Returns the number of the message whose answer lands here. */
    public long number() {
      return number;
    }

    public void isFor(long message) {
      number = message;
    }
  }

  /**
   * Creates buffers that take memory only for the first piece.
   *
   * @param memory gives the memory
   * @param pieceBytes length of a piece
   */
  public ReplyBuffers(RegisteredMemory memory, int pieceBytes) {
    this.memory = memory;
    this.pieceBytes = pieceBytes;
  }

  public int pieceBytes() {
    return pieceBytes;
  }

  /**
   * Takes a free piece for data of a rank.
   *
   * @return null if that rank may have none now
   */
  public synchronized Piece tryTake(int rank) {
    make();
    for (; missing > 0; missing--) {
      RegisteredMemory.Part part = memory.allocate(pieceBytes);
      free.add(new Piece(part.memory(), part.registration().key()));
    }
    if (rank >= held.length) {
      held = Arrays.copyOf(held, 2 * rank);
    }
    int holds = held[rank];
    if (holds > 0 && holds >= free.size()) {
      return null;
    }
    Piece piece = free.poll();
    if (piece != null) {
      piece.rank = rank;
      held[rank]++;
    }
    return piece;
  }

  public synchronized void giveBack(Piece piece) {
    held[piece.rank]--;
    free.add(piece);
  }

  /**
   * Gives back a piece of which the connection has ended before the answer came. Its memory is not
   * used again, as the target may still write there.
   */
  public synchronized void replace(Piece piece) {
    held[piece.rank]--;
    missing++;
  }

  private void make() {
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
