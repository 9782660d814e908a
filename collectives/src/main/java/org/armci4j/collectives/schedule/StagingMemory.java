package org.armci4j.collectives.schedule;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.Companion;
import org.armci4j.collectives.CollectivesSettings;

/**
 * Native memory that stands for Java arrays where a network reads or writes. All collectives of a
 * rank share it. A segment is registered when it is lent first, and stays registered for later
 * calls.
 */
final class StagingMemory implements Companion {
  /** Shortest segment, so that calls of different lengths share a few. */
  private static final long LEAST_BYTES = 64 << 10;

  private static final long PAGE_BYTES = 4096;

  private final long limitBytes;

  /** Segments for later calls, the one that was used last at the end. */
  private final List<MemorySegment> free = new ArrayList<>();

  /** Size of all segments that are taken. */
  private long usedBytes;

  private long freeBytes;

  StagingMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Returns the staging memory of a rank. */
  static StagingMemory of(Armci armci) {
    return armci.companion(
        StagingMemory.class,
        runtime ->
            new StagingMemory(
                runtime
                    .settings()
                    .with(CollectivesSettings.ALL)
                    .get(CollectivesSettings.STAGING_BYTES)));
  }

  /**
   * Takes a segment. After a call that has failed it is not given back, as peers may still write
   * there; it then counts towards the limit until the runtime ends.
   *
   * @return the smallest that is long enough, or null if the limit or the JVM forbids one
   */
  synchronized MemorySegment take(long sizeBytes) {
    int best = -1;
    for (int i = 0; i < free.size(); i++) {
      long size = free.get(i).byteSize();
      if (size >= sizeBytes && (best < 0 || size < free.get(best).byteSize())) {
        best = i;
      }
    }
    MemorySegment taken = best < 0 ? allocate(sizeBytes) : free.remove(best);
    if (taken != null) {
      usedBytes += taken.byteSize();
      freeBytes -= best < 0 ? 0 : taken.byteSize();
    }
    return taken;
  }

  private MemorySegment allocate(long sizeBytes) {
    if (sizeBytes > limitBytes - usedBytes) {
      return null;
    }
    long powerOfTwo = Long.highestOneBit(Math.max(LEAST_BYTES, 2 * sizeBytes - 1));
    long length = Math.min(limitBytes - usedBytes, powerOfTwo);
    while (freeBytes > limitBytes - usedBytes - length) {
      freeBytes -= free.removeFirst().byteSize(); // the collector frees it
    }
    try {
      return Arena.ofAuto().allocate(length, PAGE_BYTES);
    } catch (OutOfMemoryError full) { // of -XX:MaxDirectMemorySize; rings need none
      return null;
    }
  }

  /** Takes a segment back for the next call. */
  synchronized void give(MemorySegment segment) {
    usedBytes -= segment.byteSize();
    freeBytes += segment.byteSize();
    free.add(segment);
  }

  @Override
  public synchronized void close() {
    free.clear();
    freeBytes = 0;
  }
}
