package org.armci4j.lab.storm;

import java.util.List;

/** The example that the jobs of a storm of losses run. */
enum LossProgram {
  /** Spreads heat. Goes on without lost ranks as well as with new ones. */
  SURVIVORS,

  /** The multigrid solver, whose number of ranks is a power of two. New ranks take the places. */
  MG;

  /** Steps of a job: with the start of the ranks, some seconds. */
  private static final int STEPS = 4000;

  private static final int ITERATIONS = 500;

  /** Returns the program of a name on the command line, or null. */
  static LossProgram named(String name) {
    return switch (name) {
      case "survivors" -> SURVIVORS;
      case "mg" -> MG;
      default -> null;
    };
  }

  /** Returns how many hosts a job may have, and how many ranks on each, in pairs. */
  int[][] places(boolean network) {
    return switch (this) {
      case SURVIVORS ->
          network
              ? new int[][] {{2, 2}, {2, 3}, {3, 1}, {3, 2}}
              : new int[][] {{1, 3}, {1, 4}, {1, 5}, {1, 6}};
      case MG -> network ? new int[][] {{2, 1}, {2, 2}} : new int[][] {{1, 2}, {1, 4}};
    };
  }

  /** Returns the program and its arguments, with a save every so many steps. */
  List<String> words(int every) {
    return switch (this) {
      case SURVIVORS -> List.of("survivors", "--steps=" + STEPS, "--every=" + every);
      case MG -> List.of("mg", "--class=S", "--iterations=" + ITERATIONS, "--partner=" + every);
    };
  }
}
