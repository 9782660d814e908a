package org.armci4j.lab.rails;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;

/**
 * Keeps a number of puts from rank 0 to rank 1 under way. Each has a source and a destination of
 * its own, so that none waits for another.
 */
final class PutWindow {
  private static final int TARGET = 1;

  private final Armci armci;
  private final GlobalMemory memory;
  private final int sizeBytes;
  private final Handle[] underWay;
  private int oldest;

  /**
   * Creates the window, without starting puts.
   *
   * @param memory global memory with room for all puts under way
   * @param count number of puts under way
   * @param sizeBytes bytes of each put
   */
  PutWindow(Armci armci, GlobalMemory memory, int count, int sizeBytes) {
    this.armci = armci;
    this.memory = memory;
    this.sizeBytes = sizeBytes;
    this.underWay = new Handle[count];
    Arrays.setAll(underWay, _ -> armci.newHandle());
  }

  /** Starts the first puts. */
  void fill() {
    for (int i = 0; i < underWay.length; i++) {
      start(i);
    }
  }

  /** Waits for the oldest put and starts the next; returns the bytes of the one that ended. */
  int putNext() {
    underWay[oldest].await();
    start(oldest);
    oldest = (oldest + 1) % underWay.length;
    return sizeBytes;
  }

  /** Waits until all data are in place. */
  void drain() {
    for (Handle handle : underWay) {
      handle.await();
    }
    armci.fence(TARGET);
  }

  private void start(int number) {
    long place = (long) number * sizeBytes;
    MemorySegment source = memory.local().asSlice(place, sizeBytes);
    armci.nbPut(source, memory, TARGET, place, underWay[number]);
  }
}
