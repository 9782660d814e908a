package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Copies that end a read through registered buffers: from the buffer to the user's memory. They
 * serve heap arrays and native memory that the network does not use in place.
 *
 * <p>An entry is written under the endpoint's lock before its request is posted. The thread that
 * handles the completion reads it after {@link EndpointProgress#started}, which orders the two.
 *
 * <p>Nothing is written by address. Each copy accesses the segment: the JDK refuses that once the
 * arena is closed, and keeps a shared arena open meanwhile. Memory of a confined arena is written
 * by the arena's own thread alone. When another thread handles the completion, the data are kept
 * aside until the owner asks for its operations: {@link #place()}. If the arena has been closed
 * meanwhile, the data are dropped.
 */
public final class PendingCopies {
  private final int mask;
  private final MemorySegment[] sources;
  private final long[] sourceOffsets;
  private final MemorySegment[] targets;
  private final long[] targetOffsets;
  private final int[] lengths;

  /** Number of the latest request that has a copy. */
  private long latest;

  /** Data for confined arenas whose own thread has not yet asked for them; guarded by itself. */
  private final List<KeptAside> keptAside = new ArrayList<>();

  /** Number of entries kept aside, for checks without the lock. */
  private volatile int kept;

  private record KeptAside(MemorySegment target, Runnable write) {
    boolean isPlaced() {
      return isWritten(target, write);
    }
  }

  /**
   * @param depth requests that may be under way at once, a power of two
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
   * Notes the copy to make from the buffer when a request is complete.
   *
   * @param number number of the request
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
   * Makes the copies of the requests after {@code from}, up to and including {@code to}. Afterwards
   * the buffers may be reused.
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

  /** Copies data that have arrived. Afterwards the buffer may be reused. */
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
   * Writes now, or leaves it to the target's own thread; drops the data where the target has ended.
   *
   * @param target memory of the caller
   * @param write writes to that memory
   */
  public void place(MemorySegment target, Runnable write) {
    place();
    if (!isWritten(target, write)) {
      keepAside(target, write);
    }
  }

  /** Writes the data kept aside for the calling thread, and drops data whose target has ended. */
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

  /** Does the same as {@link #write}, with the caller's own code. */
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
   * Writes, or finds that the target has ended; returns false where only another thread may write.
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
