package org.armci4j.benchmarks.rank;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/**
 * How rank 0 tells the others what comes next, and during the warm-up hears of their compilers.
 * Between commands they wait as any idle rank does, in the runtime, parked if it lasts.
 */
public final class RankCommands implements AutoCloseable {
  /** A cache line and its neighbour, which CPUs fetch together. */
  private static final long LINE_BYTES = 128;

  /** Of a rank that leaves its core to another program. */
  private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long VALUE = 0;

  /** Not 0 where rank 0 wants to hear how long the rank's compilers have worked. */
  private static final long ASKS = VALUE + Long.BYTES;

  private static final long NUMBER = LINE_BYTES;

  /** Of each rank the number that it has taken, then how long its compilers have worked. */
  private static final long TAKEN = 2 * LINE_BYTES;

  private final Armci armci;
  private final GlobalMemory words;
  private final CompilerThreads compilers = new CompilerThreads();
  private long number;
  private boolean asks;

  /** How long this rank's compilers have worked until its latest answer. */
  private long workedNanos;

  /** The sum of all answers at the latest look. */
  private long lookedNanos;

  /**
   * Collective.
   *
   * @param armci the rank
   */
  public RankCommands(Armci armci) {
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
      armci.putLong(words, rank, ASKS, asks ? 1 : 0);
      armci.signal(words, rank, NUMBER, number);
    }
    asks = false;
    for (int rank = 1; rank < armci.size(); rank++) {
      armci.waitUntil(words, taken(rank), Comparison.GE, number);
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
    return taken();
  }

  /**
   * The same where it may be long until the next value, and another program is measured meanwhile:
   * this rank sleeps between looks, outside the runtime.
   *
   * @return what rank 0 gave
   */
  public long takeAsleep() {
    number++;
    while (armci.getLong(words, armci.rank(), NUMBER) < number) {
      LockSupport.parkNanos(NAP_NANOS);
    }
    armci.waitUntil(words, NUMBER, Comparison.GE, number);
    return taken();
  }

  private long taken() {
    long value = armci.getLong(words, armci.rank(), VALUE);
    if (armci.getLong(words, armci.rank(), ASKS) != 0) {
      workedNanos += compilers.workedNanos();
      armci.putLong(words, 0, worked(armci.rank()), workedNanos);
    }
    armci.signal(words, 0, taken(armci.rank()), number);
    return value;
  }

  /** With its next value rank 0 asks the others for what {@link #othersWorkedNanos} says. */
  void ask() {
    asks = true;
  }

  /** How long the other ranks' compilers have worked since the last call, as their answers tell. */
  long othersWorkedNanos() {
    long sum = 0;
    for (int rank = 1; rank < armci.size(); rank++) {
      sum += armci.getLong(words, 0, worked(rank));
    }
    long since = sum - lookedNanos;
    lookedNanos = sum;
    return since;
  }

  private static long taken(int rank) {
    return TAKEN + rank * LINE_BYTES;
  }

  private static long worked(int rank) {
    return taken(rank) + Long.BYTES;
  }

  /** Collective. */
  @Override
  public void close() {
    armci.free(words);
  }
}
