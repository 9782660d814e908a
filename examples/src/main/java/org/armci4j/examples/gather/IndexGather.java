package org.armci4j.examples.gather;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.LongArray;
import org.armci4j.arrays.Patch;
import org.armci4j.examples.common.FormTimer;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Reads random elements of a distributed table on every rank, and checks each value.
 *
 * <p>Source of the problem: indexgather of bale ({@code jdevinney/bale}).
 */
public final class IndexGather {
  private static final String USAGE =
      """
      Usage: gather [--table N] [--reads N] [--batch N] [--at-once N] [--seed N] [--help]

      Reads random elements of a distributed table: word by word, by lists of words, and
      by a stream of requests to the owners. Checks each value.

        --table N    elements of the table; default 262144
        --reads N    elements that each rank reads; default 65536
        --batch N    elements in each list; default 4096
        --at-once N  words under way at once from each rank, between hosts; default 64
        --seed N     seed of the random numbers; default 1
        --help       print this\
      """;

  private static final int MOST = 1 << 26;

  /** The options of a run. */
  private record GatherProblem(int table, int reads, int batch, int atOnce, int seed) {
    static GatherProblem of(ProgramOptions options) {
      return new GatherProblem(
          options.number("--table", 1 << 18, MOST),
          options.number("--reads", 1 << 16, MOST),
          options.number("--batch", 1 << 12, MOST),
          options.number("--at-once", 64, 1 << 16),
          options.number("--seed", 1, Integer.MAX_VALUE));
    }

    /** Draws the indices that a rank reads. */
    long[] draw(int rank) {
      SplittableRandom random = new SplittableRandom(((long) seed << 32) ^ rank);
      return random.longs(reads, 0, table).toArray();
    }

    /** Returns the value of an element; no two elements have the same. */
    long value(long index) {
      return (index + seed) * 0x9E37_79B9_7F4A_7C15L;
    }
  }

  private IndexGather() {}

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("gather", USAGE, args, GatherProblem::of).ifPresent(IndexGather::run);
  }

  private static void run(GatherProblem problem) {
    try (Armci armci = Armci.open()) {
      LongArray table = GlobalArrays.of(armci).array(problem.table()).name("table").longs();
      fill(table, problem);
      double words =
          rate(armci, problem, new WordReader(table, VirtualParts.of(armci, problem.atOnce())));
      double lists = rate(armci, problem, new ListReader(table, problem.batch()));
      RequestReader byRequests = new RequestReader(armci, table);
      double requests = rate(armci, problem, byRequests);
      byRequests.close();
      System.out.printf(
          Locale.ROOT,
          "rank %d: all %d values are right; %.3g reads per second by words, %.3g by lists, %.3g by"
              + " requests%n",
          armci.rank(),
          problem.reads(),
          words,
          lists,
          requests);
    }
  }

  private static void fill(LongArray table, GatherProblem problem) {
    Patch own = table.own();
    long[] values = new long[(int) own.elements()];
    Arrays.setAll(values, i -> problem.value(own.lower(0) + i));
    table.put(own, values);
    table.sync();
  }

  /** Reads this rank's elements, checks them, and returns how many it reads in a second. */
  private static double rate(Armci armci, GatherProblem problem, TableReader reader) {
    long[] indices = problem.draw(armci.rank());
    long[] values = new long[indices.length];
    double seconds = FormTimer.seconds(armci, () -> reader.read(indices, values));
    for (int i = 0; i < indices.length; i++) {
      if (values[i] != problem.value(indices[i])) {
        throw new IllegalStateException("element " + indices[i] + " reads as " + values[i]);
      }
    }
    return values.length / seconds;
  }
}
