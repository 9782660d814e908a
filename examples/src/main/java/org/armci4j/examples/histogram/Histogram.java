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
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Counts keys that the ranks draw at random, small ones more often: half of them are in the first
 * eighth of the bins. The keys are the same on any number of ranks.
 */
public final class Histogram {
  private static final String USAGE =
      """
      Usage: histogram [--keys N] [--bins N] [--batch N] [--at-once N] [--help]

      Counts random keys in a distributed array: word by word, by lists of words, and by
      a stream of keys to the owners of the bins. Compares the counts with those of the
      owners, who draw all keys once more.

        --keys N     keys of all ranks together; default 262144
        --bins N     elements of the array; default 65536
        --batch N    keys in each list; default 4096
        --at-once N  words under way at once from each rank, between hosts; default 64
        --help       print this\
      """;

  private static final int MOST = 1 << 24;

  /** The options of a run. */
  private record KeyStream(int keys, int bins, int batch, int atOnce) {
    static KeyStream of(ProgramOptions options) {
      return new KeyStream(
          options.number("--keys", 1 << 18, MOST),
          options.number("--bins", 1 << 16, MOST),
          options.number("--batch", 1 << 12, MOST),
          options.number("--at-once", 64, 1 << 16));
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
      double words =
          rate(
              stream,
              batches,
              counts,
              new WordCounter(counts, VirtualParts.of(armci, stream.atOnce)));
      double lists = rate(stream, batches, counts, new ListCounter(counts));
      StreamCounter counter = new StreamCounter(armci, counts);
      double streams = rate(stream, batches, counts, counter);
      counter.close();
      System.out.printf(
          Locale.ROOT,
          "rank %d: bin %d has most of %d keys, %d; %.3g updates per second by words, %.3g by"
              + " lists, %.3g by a stream%n",
          armci.rank(),
          counts.maxIndex()[0],
          counts.sum(),
          counts.max(),
          words,
          lists,
          streams);
    }
  }

  /** Counts the keys of all ranks twice, checks the bins, and returns keys per second. */
  private static double rate(
      KeyStream stream, List<long[]> batches, LongArray counts, KeyCounter counter) {
    double seconds = 0;
    for (int run = 0; run < 2; run++) { // the first one warms up
      counts.fill(0);
      long start = System.nanoTime();
      counter.count(batches);
      counts.sync();
      seconds = (System.nanoTime() - start) * 1e-9;
    }
    long sum = counts.sum();
    if (sum != stream.keys) {
      throw new IllegalStateException("the bins hold " + sum + " keys");
    }
    compare(counts, stream);
    counts.sync(); // nobody empties the bins before all have compared
    return sum / seconds;
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
