package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Transport;

/**
 * Counts, at the head of a chunk, how many ranks of the host are attached to each of its blocks.
 * The owner reuses a block's memory only when no rank is attached. A rank may end its access long
 * after the owner, for example while another of its threads still copies.
 */
final class ChunkUsers {
  /** Size of the counts, which precede the chunk's blocks. */
  static final long HEAD_BYTES = Transport.PAGE_BYTES;

  /** The longest chunk that has a count for each page. */
  static final long LONGEST_CHUNK_BYTES = HEAD_BYTES / Integer.BYTES * Transport.PAGE_BYTES;

  private static final VarHandle COUNT = JAVA_INT.varHandle();

  private ChunkUsers() {}

  /** Throws unless there is a count for a block at this offset. */
  static void require(long chunkBytes, long offset) {
    if (chunkBytes > LONGEST_CHUNK_BYTES || offset % Transport.PAGE_BYTES != 0) {
      throw new ArmciException(
          Text.format("no block is at %d in a chunk of %d bytes", offset, chunkBytes));
    }
  }

  /** Counts a rank that attaches (1) or has detached (−1), after its last access. */
  static void add(MemorySegment whole, long offset, int ranks) {
    int _ = (int) COUNT.getAndAdd(whole, countOffset(offset), ranks);
  }

  /**
   * Returns whether a rank is attached. Once none is, all that the ranks have written is visible.
   */
  static boolean any(MemorySegment whole, long offset) {
    return (int) COUNT.getAcquire(whole, countOffset(offset)) != 0;
  }

  private static long countOffset(long offset) {
    return offset / Transport.PAGE_BYTES * Integer.BYTES;
  }
}
