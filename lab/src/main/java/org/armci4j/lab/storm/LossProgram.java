package org.armci4j.lab.storm;

import java.util.List;
import java.util.Locale;

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
  int[][] places(LossNetwork network) {
    return switch (this) {
      case SURVIVORS ->
          switch (network) {
            case SHM -> new int[][] {{1, 3}, {1, 4}, {1, 5}, {1, 6}};
            case UCX -> new int[][] {{2, 2}, {2, 3}, {3, 1}, {3, 2}};
            case VERBS -> new int[][] {{4, 1}}; // of fewer, any two are partners
          };
      case MG ->
          switch (network) {
            case SHM -> new int[][] {{1, 2}, {1, 4}};
            case UCX -> new int[][] {{2, 1}, {2, 2}};
            case VERBS -> new int[][] {{4, 1}};
          };
    };
  }

  /** Returns the word on the command line. */
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the arguments, with a save every so many steps. */
  List<String> arguments(int every) {
    return switch (this) {
      case SURVIVORS -> List.of("--steps=" + STEPS, "--every=" + every);
      case MG -> List.of("--class=S", "--iterations=" + ITERATIONS, "--partner=" + every);
    };
  }
}
