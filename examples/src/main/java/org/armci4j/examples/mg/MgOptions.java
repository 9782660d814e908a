package org.armci4j.examples.mg;

/**
 * Holds the options of a run.
 *
 * @param problem the problem class
 * @param iterations V-cycles to run
 * @param messages whether to solve it by messages too
 * @param help whether to print the usage and do nothing else
 */
record MgOptions(ProblemClass problem, int iterations, boolean messages, boolean help) {
  static final String USAGE =
      """
      Usage: mg [--class S|W|A|B|C] [--iterations N] [--messages] [--help]

      Solves the MG problem of the NAS Parallel Benchmarks 3 by multigrid on all
      ranks, whose number must be a power of two, and verifies the result.

        --class X        S 32^3, W 128^3, A 256^3 (4 iterations), B 256^3, C 512^3 (20);
                         default S
        --iterations N   run N iterations; only the class's own number is verified
        --messages       solve it once more by message passing, to compare: a rank sends
                         a face when its neighbour is ready to receive it
        --help           print this

      Exit code: 0, or 1 when the verification fails, or 2 for a wrong argument.\
      """;

  /**
   * Reads the arguments.
   *
   * @throws MgException for a wrong argument
   */
  static MgOptions parse(String... args) {
    ProblemClass problem = ProblemClass.S;
    int iterations = 0;
    boolean messages = false;
    boolean help = false;
    for (int i = 0; i < args.length; i++) {
      // Accepts both "--class A" and "--class=A".
      int equals = args[i].indexOf('=');
      String name = equals < 0 ? args[i] : args[i].substring(0, equals);
      switch (name) {
        case "--help", "-h" -> help = true;
        case "--messages" -> messages = true;
        case "--class" ->
            problem =
                ProblemClass.named(equals < 0 ? next(args, ++i) : args[i].substring(equals + 1));
        case "--iterations" ->
            iterations = count(equals < 0 ? next(args, ++i) : args[i].substring(equals + 1));
        default -> throw new MgException("unknown argument '" + args[i] + "'; --help lists all");
      }
    }
    return new MgOptions(
        problem, iterations == 0 ? problem.iterations() : iterations, messages, help);
  }

  private static String next(String[] args, int i) {
    if (i == args.length) {
      throw new MgException(args[i - 1] + " needs a value; --help lists all");
    }
    return args[i];
  }

  private static int count(String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // The exception below reports it.
    }
    throw new MgException("--iterations needs a whole number from 1 on, not '" + text + "'");
  }

  /** Returns whether the published norm holds for this run. */
  boolean isVerifiable() {
    return iterations == problem.iterations();
  }
}
