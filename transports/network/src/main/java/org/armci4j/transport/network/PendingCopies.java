package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;

/**
 * Reads whose data arrive in registered buffers and must be copied to the user's memory when they
 * are there: heap arrays, and native memory that is not registered.
 *
 * <p>Written under the endpoint's monitor before the request is posted, read by whoever handles its
 * completion, after reading {@link CompletionWindow#started}: that orders the two.
 */
public final class PendingCopies {
  private static final MemorySegment NATIVE = addressSpace();

  private final int mask;
  private final MemorySegment[] sources;
  private final long[] sourceOffsets;
  private final MemorySegment[] targets;
  private final long[] targetOffsets;
  private final int[] lengths;

  /** The request with the highest number that has a copy. */
  private long latest;

  /**
   * @param depth a power of two; as many requests may be under way
   */
  public PendingCopies(int depth) {
    this.mask = depth - 1;
    this.sources = new MemorySegment[depth];
    this.sourceOffsets = new long[depth];
    this.targets = new MemorySegment[depth];
    this.targetOffsets = new long[depth];
    this.lengths = new int[depth];
  }

  /**
   * A request's data are copied from the buffer to their target when it is complete.
   *
   * @param number of the request
   */
  public void expect(
      long number,
      MemorySegment source,
      long sourceOffset,
      MemorySegment target,
      long targetOffset,
      int lengthBytes) {
    int slot = (int) number & mask;
    sources[slot] = source;
    sourceOffsets[slot] = sourceOffset;
    targets[slot] = target;
    targetOffsets[slot] = targetOffset;
    lengths[slot] = lengthBytes;
    latest = number;
  }

  /**
   * Makes the copies that belong to the requests after {@code from}, up to and including {@code
   * to}.
   */
  public void copy(long from, long to) {
    for (long number = from + 1; number <= Math.min(to, latest); number++) {
      int slot = (int) number & mask;
      MemorySegment target = targets[slot];
      if (target != null) {
        targets[slot] = null;
        copy(sources[slot], sourceOffsets[slot], target, targetOffsets[slot], lengths[slot]);
      }
    }
  }

  /**
   * Native memory is written by its address: the arena may belong to another thread than the one
   * that handles the completion. Of an arena that was closed meanwhile nothing is left to write.
   */
  private static void copy(
      MemorySegment source, long sourceOffset, MemorySegment target, long offset, int lengthBytes) {
    if (!target.isNative()) {
      MemorySegment.copy(source, sourceOffset, target, offset, lengthBytes);
    } else if (target.scope().isAlive()) {
      MemorySegment.copy(source, sourceOffset, NATIVE, target.address() + offset, lengthBytes);
    }
  }

  @SuppressWarnings("restricted") // see copy
  private static MemorySegment addressSpace() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }
}
