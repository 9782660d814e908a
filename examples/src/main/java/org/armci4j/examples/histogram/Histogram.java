package org.armci4j.examples.histogram;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.LongArray;
import org.armci4j.arrays.Patch;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Counts keys that the ranks draw at random, small ones more often: half of them are in the first
 * eighth of the bins. The keys are the same on any number of ranks.
 */
public final class Histogram {
  private static final String USAGE =
      """
      Usage: histogram [--keys N] [--bins N] [--batch N] [--help]

      Counts random keys in a distributed array, and compares the counts with those of
      the owners of the bins, who draw all keys once more.

        --keys N   keys of all ranks together; default 262144
        --bins N   elements of the array; default 65536
        --batch N  keys in each list; default 4096
        --help     print this\
      """;

  private static final int MOST = 1 << 24;

  /** The options of a run. */
  private record KeyStream(int keys, int bins, int batch) {
    static KeyStream of(ProgramOptions options) {
      return new KeyStream(
          options.number("--keys", 1 << 18, MOST),
          options.number("--bins", 1 << 16, MOST),
          options.number("--batch", 1 << 12, MOST));
    }

    int batches() {
      return (keys - 1) / batch + 1;
    }

    /** Returns the keys of a batch; the last batch may be shorter. */
    long[] draw(int number) {
      SplittableRandom random = new SplittableRandom(number);
      long[] drawn = new long[(int) Math.min(batch, keys - (long) number * batch)];
      Arrays.setAll(drawn, _ -> bin(random.nextDouble()));
      return drawn;
    }

    private long bin(double x) {
      return (long) (x * x * x * bins);
    }
  }

  private Histogram() {}

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("histogram", USAGE, args, KeyStream::of).ifPresent(Histogram::run);
  }

  private static void run(KeyStream stream) {
    try (Armci armci = Armci.open()) {
      LongArray counts = GlobalArrays.of(armci).array(stream.bins).name("counts").longs();
      List<long[]> batches = // each rank draws its own
          IntStream.iterate(armci.rank(), n -> n < stream.batches(), n -> n + armci.size())
              .mapToObj(stream::draw)
              .toList();
      count(batches, counts, stream); // warm-up
      double mine = count(batches, counts, stream);
      double seconds = Collectives.of(armci).allreduce(mine, Reduction.MAX);
      long sum = counts.sum();
      if (sum != stream.keys) {
        throw new IllegalStateException("the bins hold " + sum + " keys");
      }
      long largest = counts.max();
      long bin = counts.maxIndex()[0];
      compare(counts, stream); // no other rank waits for this one from here on
      System.out.printf(
          Locale.ROOT,
          "rank %d: bin %d has most of %d keys, %d; %.3g updates per second%n",
          armci.rank(),
          bin,
          sum,
          largest,
          sum / seconds);
    }
  }

  /** Adds the keys of all ranks to empty bins, and returns the seconds that it took. */
  private static double count(List<long[]> batches, LongArray counts, KeyStream stream) {
    long[] ones = new long[stream.batch];
    Arrays.fill(ones, 1);
    counts.fill(0);
    long start = System.nanoTime();
    for (long[] keys : batches) {
      counts.accumulateElements(keys, ones); // which may name a bin several times
    }
    counts.sync();
    return (System.nanoTime() - start) * 1e-9;
  }

  /** Compares the own bins with a count of all keys by this rank alone. */
  private static void compare(LongArray counts, KeyStream stream) {
    Patch own = counts.own();
    long[] found = new long[(int) own.elements()];
    counts.get(own, found);
    long[] expected = new long[found.length];
    for (int batch = 0; batch < stream.batches(); batch++) {
      for (long key : stream.draw(batch)) {
        if (key >= own.lower(0) && key < own.upper(0)) {
          expected[(int) (key - own.lower(0))]++;
        }
      }
    }
    int wrong = Arrays.mismatch(found, expected);
    if (wrong >= 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "bin %d has %d keys instead of %d",
              own.lower(0) + wrong,
              found[wrong],
              expected[wrong]));
    }
  }
}
