package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Reads whose data arrive in registered buffers and must be copied to the user's memory when they
 * are there: heap arrays, and native memory that the network does not use in place.
 *
 * <p>Written under the endpoint's monitor before the request is posted, read by whichever thread
 * handles its completion, after reading {@link CompletionWindow#started}: that orders the two.
 *
 * <p>Nothing is ever written by its address: each copy is an access of the segment, which the JDK
 * refuses once the arena is closed, and of a shared arena holds off the closing. Memory of a
 * confined arena is written by the arena's own thread alone. When another one handles the
 * completion, the data are kept aside until the owner asks for its operations: {@link #place}. Of
 * an arena that was closed meanwhile nothing is left to write.
 */
public final class PendingCopies {
  private final int mask;
  private final MemorySegment[] sources;
  private final long[] sourceOffsets;
  private final MemorySegment[] targets;
  private final long[] targetOffsets;
  private final int[] lengths;

  /** The request with the highest number that has a copy. */
  private long latest;

  /** Data for confined arenas of other threads than the one that found them; guarded by itself. */
  private final List<KeptAside> keptAside = new ArrayList<>();

  /** How many those are, for threads that look in passing. */
  private volatile int kept;

  private record KeptAside(MemorySegment target, Runnable write) {
    boolean isPlaced() {
      return isWritten(target, write);
    }
  }

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
   * to}. Afterwards the buffers may be reused.
   */
  public void copy(long from, long to) {
    for (long number = from + 1; number <= Math.min(to, latest); number++) {
      int slot = (int) number & mask;
      MemorySegment target = targets[slot];
      if (target != null) {
        targets[slot] = null;
        copyNow(sources[slot], sourceOffsets[slot], target, targetOffsets[slot], lengths[slot]);
      }
    }
  }

  /** Copies data that are there already. Afterwards the buffer may be reused. */
  public void copyNow(
      MemorySegment source,
      long sourceOffset,
      MemorySegment target,
      long targetOffset,
      int lengthBytes) {
    place();
    if (!write(source, sourceOffset, target, targetOffset, lengthBytes)) {
      MemorySegment data = MemorySegment.ofArray(new byte[lengthBytes]);
      MemorySegment.copy(source, sourceOffset, data, 0, lengthBytes);
      keepAside(target, () -> MemorySegment.copy(data, 0, target, targetOffset, data.byteSize()));
    }
  }

  /**
   * Writes now, or has the target's own thread do it; where the target has ended, nobody does.
   *
   * @param target the caller's
   * @param write writes there
   */
  public void place(MemorySegment target, Runnable write) {
    place();
    if (!isWritten(target, write)) {
      keepAside(target, write);
    }
  }

  /** Writes what has been kept aside for the thread that calls, and forgets what has no target. */
  public void place() {
    if (kept == 0) {
      return;
    }
    synchronized (keptAside) {
      for (Iterator<KeptAside> next = keptAside.iterator(); next.hasNext(); ) {
        if (next.next().isPlaced()) {
          next.remove();
        }
      }
      kept = keptAside.size();
    }
  }

  private void keepAside(MemorySegment target, Runnable write) {
    synchronized (keptAside) {
      keptAside.add(new KeptAside(target, write));
      kept = keptAside.size();
    }
  }

  /** As {@link #write}, in the caller's way. */
  private static boolean isWritten(MemorySegment target, Runnable write) {
    if (!target.isAccessibleBy(Thread.currentThread())) {
      return !target.scope().isAlive();
    }
    try {
      write.run();
    } catch (IllegalStateException closed) {
      if (target.scope().isAlive()) {
        throw closed;
      }
    }
    return true;
  }

  /**
   * Writes, or finds that there is nothing to write to; false when it is another thread's to do.
   */
  private static boolean write(
      MemorySegment source,
      long sourceOffset,
      MemorySegment target,
      long offset,
      long lengthBytes) {
    if (!target.isAccessibleBy(Thread.currentThread())) {
      return !target.scope().isAlive();
    }
    try {
      MemorySegment.copy(source, sourceOffset, target, offset, lengthBytes);
    } catch (IllegalStateException closed) {
      if (target.scope().isAlive()) {
        throw closed;
      }
    }
    return true;
  }
}
