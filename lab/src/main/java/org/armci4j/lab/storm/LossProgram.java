package org.armci4j.lab.storm;

import java.util.List;

/** The example that the jobs of a storm of losses run. */
enum LossProgram {
  /** Spreads heat. Goes on without lost ranks as well as with new ones. */
  SURVIVORS(new int[] {3, 4, 5, 6}, new int[][] {{2, 2}, {2, 3}, {3, 1}, {3, 2}}),

  /** The multigrid solver, whose number of ranks is a power of two. New ranks take the places. */
  MG(new int[] {2, 4}, new int[][] {{2, 1}, {2, 2}});

  /** Steps of a job: with the start of the ranks, some seconds. */
  private static final int STEPS = 4000;

  private static final int ITERATIONS = 500;

  private final int[] ranks;
  private final int[][] places;

  /**
   * Makes a program.
   *
   * @param ranks numbers of ranks on one host
   * @param places numbers of hosts and of ranks of each
   */
  LossProgram(int[] ranks, int[][] places) {
    this.ranks = ranks;
    this.places = places;
  }

  /** Returns the program of a name on the command line, or null. */
  static LossProgram named(String name) {
    return switch (name) {
      case "survivors" -> SURVIVORS;
      case "mg" -> MG;
      default -> null;
    };
  }

  /** Returns how many hosts a job may have, and how many ranks on each. */
  int[][] places(boolean network) {
    if (network) {
      return places;
    }
    int[][] one = new int[ranks.length][];
    for (int i = 0; i < ranks.length; i++) {
      one[i] = new int[] {1, ranks[i]};
    }
    return one;
  }

  /** Returns the program and its arguments, with a save every so many steps. */
  List<String> words(int every) {
    return this == MG
        ? List.of("mg", "--class=S", "--iterations=" + ITERATIONS, "--partner=" + every)
        : List.of("survivors", "--steps=" + STEPS, "--every=" + every);
  }
}
