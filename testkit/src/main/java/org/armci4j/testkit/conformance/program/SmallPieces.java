package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Moves 6400 doubles from each rank to each rank and back: a quarter as single values, one as
 * vectors of 10 pairs, one as boxes of 4 rows of 5, one as pieces of 100. Locally a gap as long as
 * the group follows each group; in the block they lie densely.
 */
final class SmallPieces {
  private static final int DOUBLES = 6400;
  private static final int QUARTER = DOUBLES / 4;

  /** Doubles in a group of each quarter; the next list has the groups that one call moves. */
  private static final int[] GROUP = {1, 2, 5, 100};

  private static final int[] GROUPS_AT_ONCE = {1, 10, 4, 1};

  private SmallPieces() {}

  /** Moves some groups of doubles between a local buffer and a rank. */
  interface Mover {
    /**
     * Moves groups.
     *
     * @param rank the target
     * @param local the first byte here, where groups are twice their length apart
     * @param remote the first byte there, where they are dense
     * @param groupBytes the length of each
     * @param groups number of groups: 1, 10 or 4, for a vector or a box
     */
    void move(int rank, long local, long remote, long groupBytes, int groups);

    /** Completes the transfers to a rank. */
    void end(int rank);
  }

  /** Makes the mover of doubles between a memory and a local buffer. */
  interface Movers {
    Mover between(GlobalMemory memory, MemorySegment local);
  }

  static void run(Trial trial, Movers puts, Movers gets) {
    GlobalMemory memory = trial.armci().allocate(8L * DOUBLES * trial.size());
    double[] sent = new double[2 * DOUBLES];
    Arrays.setAll(sent, i -> value(trial.rank(), i));
    moveAll(trial, puts.between(memory, MemorySegment.ofArray(sent)));
    trial.armci().barrier();
    for (int origin = 0; origin < trial.size(); origin++) {
      for (int i = 0; i < DOUBLES; i++) {
        checkArrived(trial, memory.local(), origin, i);
      }
    }
    double[] back = new double[2 * DOUBLES];
    moveAll(trial, gets.between(memory, MemorySegment.ofArray(back)));
    for (int i = 0; i < DOUBLES; i++) {
      int place = localIndex(i);
      trial.requireEqual(sent[place], back[place], () -> Text.format("double %d got back", place));
    }
    trial.armci().free(memory);
  }

  private static void checkArrived(Trial trial, MemorySegment block, int origin, int i) {
    double seen = block.get(JAVA_DOUBLE, 8L * (DOUBLES * origin + i));
    double expected = value(origin, localIndex(i));
    trial.requireEqual(expected, seen, () -> Text.format("double %d from rank %d", i, origin));
  }

  private static double value(int origin, int index) {
    return 1e6 * origin + index + 0.5;
  }

  /** Returns the index of the local double that belongs to a place of the block. */
  private static int localIndex(int place) {
    int group = GROUP[place / QUARTER];
    return place / group * 2 * group + place % group;
  }

  private static void moveAll(Trial trial, Mover mover) {
    long base = 8L * DOUBLES * trial.rank();
    for (int rank = 0; rank < trial.size(); rank++) {
      for (int quarter = 0; quarter < GROUP.length; quarter++) {
        int step = GROUP[quarter] * GROUPS_AT_ONCE[quarter];
        for (int i = quarter * QUARTER; i < (quarter + 1) * QUARTER; i += step) {
          long local = 8L * localIndex(i);
          mover.move(rank, local, base + 8L * i, 8L * GROUP[quarter], GROUPS_AT_ONCE[quarter]);
        }
      }
      mover.end(rank);
    }
  }
}
