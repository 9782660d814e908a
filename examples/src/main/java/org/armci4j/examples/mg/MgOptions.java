package org.armci4j.examples.mg;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.armci4j.examples.common.Deaths;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;

/**
 * Holds the options of a run.
 *
 * @param problem the problem class
 * @param iterations V-cycles to run
 * @param messages whether to solve it by messages too
 * @param checkpoints the folder of the checkpoints; null for none
 * @param partnerEvery iterations from one save at partners to the next; 0 for none
 * @param deaths where ranks die
 */
record MgOptions(
    ProblemClass problem,
    int iterations,
    boolean messages,
    Path checkpoints,
    int partnerEvery,
    Deaths deaths) {
  static final String USAGE =
      """
      Usage: mg [--class S|W|A|B|C] [--iterations N]
                [--messages | --checkpoint FOLDER | --partner EVERY [--die R@I,...]]

      Solves the MG problem of the NAS Parallel Benchmarks 3 by multigrid on all
      ranks, whose number must be a power of two, and verifies the result.

        --class X        S 32^3, W 128^3, A 256^3 (4 iterations), B 256^3, C 512^3 (20);
                         default S
        --iterations N   run N iterations; only the class's own number is verified
        --messages       solve it once more by message passing, to compare: a rank sends
                         a face when its neighbour is ready to receive it
        --checkpoint FOLDER
                         go on from the newest checkpoint there, and save one after each
                         iteration
        --partner EVERY  keep the solution at partners after each EVERY iterations: with
                         armci run --spares the ranks go on from there when one fails
        --die R@I,...    rank R dies after iteration I, before the last; for several
                         ranks
        --help           print this

      Exit code: 0, or 1 when the verification fails, or 2 for a wrong argument.\
      """;

  /** Reads the options. */
  static MgOptions of(ProgramOptions options) {
    ProblemClass problem = options.value("--class", ProblemClass.S, ProblemClass::named);
    MgOptions read =
        new MgOptions(
            problem,
            options.number("--iterations", problem.iterations(), Integer.MAX_VALUE),
            options.flag("--messages"),
            options.value("--checkpoint", null, Path::of),
            options.number("--partner", 0, Integer.MAX_VALUE),
            Deaths.of(options));
    boolean saves = read.partnerEvery > 0;
    if (Stream.of(read.messages, read.checkpoints != null, saves).filter(one -> one).count() > 1) {
      throw new OptionException("--messages, --checkpoint and --partner exclude each other");
    }
    if (!read.deaths.all().isEmpty() && !saves) {
      throw new OptionException("--die needs --partner");
    }
    // The last one is followed by no work in which the others could meet the failure.
    read.deaths.requireSteps(1, read.iterations - 1);
    return read;
  }

  /** Returns whether the published norm holds for this run. */
  boolean isVerifiable() {
    return iterations == problem.iterations();
  }
}
