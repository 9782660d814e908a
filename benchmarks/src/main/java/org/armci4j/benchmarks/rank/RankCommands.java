package org.armci4j.benchmarks.rank;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/**
 * Sends commands from rank 0 to the other ranks and, during the warm-up, reports of their compilers
 * back. Between commands the other ranks wait like any idle rank, in the runtime, which parks after
 * a while.
 */
public final class RankCommands implements AutoCloseable {
  /** Two cache lines, as CPUs fetch lines in pairs. */
  private static final long LINE_BYTES = 128;

  /** Sleep between two looks of a rank that leaves its core to another program. */
  private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long VALUE = 0;

  /** Offset of a flag, set when rank 0 wants to know how long the rank's compilers have worked. */
  private static final long ASKS = VALUE + Long.BYTES;

  private static final long NUMBER = LINE_BYTES;

  /** Offset of one entry a rank: the last number taken, then how long its compilers have worked. */
  private static final long TAKEN = 2 * LINE_BYTES;

  private final Armci armci;
  private final GlobalMemory words;
  private final CompilerThreads compilers = new CompilerThreads();
  private long number;
  private boolean asks;

  /** How long this rank's compilers had worked by its latest answer. */
  private long workedNanos;

  /** Sum of all answers at the latest look. */
  private long lookedNanos;

  /**
   * Allocates the words of all ranks. Collective.
   *
   * @param armci the rank
   */
  public RankCommands(Armci armci) {
    this.armci = armci;
    this.words = armci.allocate(TAKEN + armci.size() * LINE_BYTES);
  }

  /**
   * Sends a value from rank 0 and returns when all other ranks have taken it.
   *
   * @param value any value
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
   * Waits for the next value, on a rank other than 0.
   *
   * @return the value from rank 0
   */
  public long take() {
    number++;
    armci.waitUntil(words, NUMBER, Comparison.GE, number);
    return taken();
  }

  /**
   * Waits for the next value as {@link #take} does, but sleeps between looks, outside the runtime.
   * For long waits while another program is measured.
   *
   * @return the value from rank 0
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

  /**
   * Makes the next value ask the other ranks for the compiler time of {@link #othersWorkedNanos}.
   */
  void ask() {
    asks = true;
  }

  /** Returns how long the other ranks' compilers have worked since the last call, as answered. */
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

  /** Frees the words of all ranks. Collective. */
  @Override
  public void close() {
    armci.free(words);
  }
}
