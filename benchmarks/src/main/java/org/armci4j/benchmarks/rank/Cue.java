package org.armci4j.benchmarks.rank;

import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/**
 * How rank 0 tells the others what comes next. Between cues they wait as any idle rank does, in the
 * runtime, parked if it lasts.
 */
public final class Cue implements AutoCloseable {
  /** A cache line and its neighbour, which CPUs fetch together. */
  private static final long LINE_BYTES = 128;

  private static final long VALUE = 0;
  private static final long NUMBER = LINE_BYTES;
  private static final long TAKEN = 2 * LINE_BYTES;

  private final Armci armci;
  private final GlobalMemory words;
  private long number;

  /**
   * Collective.
   *
   * @param armci the rank
   */
  public Cue(Armci armci) {
    this.armci = armci;
    this.words = armci.allocate(TAKEN + armci.size() * LINE_BYTES);
  }

  /**
   * Rank 0 gives a value; returns when all others have taken it.
   *
   * @param value any
   */
  public void give(long value) {
    number++;
    for (int rank = 1; rank < armci.size(); rank++) {
      armci.putLong(words, rank, VALUE, value);
      armci.signal(words, rank, NUMBER, number);
    }
    for (int rank = 1; rank < armci.size(); rank++) {
      armci.waitUntil(words, TAKEN + rank * LINE_BYTES, Comparison.GE, number);
    }
  }

  /**
   * Another rank waits for the next value.
   *
   * @return what rank 0 gave
   */
  public long take() {
    number++;
    armci.waitUntil(words, NUMBER, Comparison.GE, number);
    long value = armci.getLong(words, armci.rank(), VALUE);
    armci.signal(words, 0, TAKEN + armci.rank() * LINE_BYTES, number);
    return value;
  }

  /** Collective. */
  @Override
  public void close() {
    armci.free(words);
  }
}
