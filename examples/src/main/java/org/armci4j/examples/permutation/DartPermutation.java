package org.armci4j.examples.permutation;

import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.FormTimer;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Makes a random permutation of numbers, which lies in all ranks. The plain form puts numbers on
 * random heaps, and shuffles each. In the stream form each number is a dart, which is thrown at a
 * table of twice as many places until it hits a free one. The order of the darts in the table is
 * the permutation. It differs from run to run, because ranks compete for places.
 *
 * <p>Source of the problem and of the darts: randperm of bale ({@code jdevinney/bale}).
 */
public final class DartPermutation {
  private static final String USAGE =
      """
      Usage: permutation [--numbers N] [--seed N] [--help]

      Makes a random permutation: by puts of words on random heaps, each of which a rank
      shuffles, and by a stream of darts that are thrown at a table. Checks that every
      number occurs exactly once.

        --numbers N  length of the permutation; default 262144
        --seed N     seed of the random numbers; default 1
        --help       print this\
      """;

  private static final int MOST = 1 << 24;

  /** The options of a run. */
  record DartProblem(int numbers, int seed) {
    static DartProblem of(ProgramOptions options) {
      return new DartProblem(
          options.number("--numbers", 1 << 18, MOST),
          options.number("--seed", 1, Integer.MAX_VALUE));
    }

    /** Returns the size of the table. */
    int places() {
      return 2 * numbers;
    }

    /** Returns the random numbers of a rank. */
    SplittableRandom random(int rank) {
      return new SplittableRandom(((long) seed << 32) ^ ((long) rank << 16));
    }
  }

  private DartPermutation() {}

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("permutation", USAGE, args, DartProblem::of)
        .ifPresent(DartPermutation::run);
  }

  private static void run(DartProblem problem) {
    try (Armci armci = Armci.open()) {
      DealtLongs permutation = new DealtLongs(armci, problem.numbers());
      Collectives collectives = Collectives.of(armci);
      TablePositions positions = new TablePositions(collectives);
      double words = rate(armci, permutation, new WordHeaps(armci, problem, collectives));
      StreamDarts byStream = new StreamDarts(armci, problem, positions);
      double streams = rate(armci, permutation, byStream);
      byStream.close();
      long fixed = collectives.allreduce(fixedPoints(permutation), Reduction.SUM);
      if (armci.rank() == 0) {
        System.out.printf(
            Locale.ROOT,
            "%d numbers once each, %d of them at their own place; %.3g numbers per second by words,"
                + " %.3g by a stream%n",
            problem.numbers(),
            fixed,
            words,
            streams);
      }
    }
  }

  /** Makes and checks a permutation, and returns numbers per second. */
  private static double rate(Armci armci, DealtLongs permutation, PermutationForm form) {
    permutation.fill(PermutationForm.FREE);
    double seconds = FormTimer.seconds(armci, () -> form.permute(permutation));
    check(armci, permutation);
    return permutation.deal().length() / seconds;
  }

  /** Throws unless every number occurs once. Counts each number at its owner. */
  private static void check(Armci armci, DealtLongs permutation) {
    int numbers = permutation.deal().length();
    DealtLongs counts = new DealtLongs(armci, numbers);
    for (long number : permutation.readOwn()) {
      if (number < 0 || number >= numbers) {
        throw new IllegalStateException(number + " is no number of the permutation");
      }
      counts.fetchAndAdd((int) number, 1);
    }
    armci.barrier(); // all numbers have been counted
    long[] own = counts.readOwn();
    for (int place = 0; place < own.length; place++) {
      if (own[place] != 1) {
        throw new IllegalStateException(
            counts.deal().index(place) + " occurs " + own[place] + " times");
      }
    }
    counts.close();
  }

  private static long fixedPoints(DealtLongs permutation) {
    long[] own = permutation.readOwn();
    long fixed = 0;
    for (int place = 0; place < own.length; place++) {
      fixed += own[place] == permutation.deal().index(place) ? 1 : 0;
    }
    return fixed;
  }
}
