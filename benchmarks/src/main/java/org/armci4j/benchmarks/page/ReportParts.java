package org.armci4j.benchmarks.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.armci4j.benchmarks.applications.ApplicationsBenchmark;
import org.armci4j.benchmarks.arrays.ArraysBenchmark;
import org.armci4j.benchmarks.collectives.CollectivesBenchmark;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.irregular.IrregularBenchmark;
import org.armci4j.benchmarks.launch.LaunchBenchmark;
import org.armci4j.benchmarks.memory.MemoryBenchmark;
import org.armci4j.benchmarks.pcj.PcjBenchmark;
import org.armci4j.benchmarks.rma.RmaBenchmark;
import org.armci4j.benchmarks.strided.StridedBenchmark;
import org.armci4j.bootstrap.text.Text;

/** The suites of the report, each with the points that it has time for. */
final class ReportParts {
  /**
   * One suite.
   *
   * @param name its name in the report
   * @param weight its part of the report's time
   * @param description what it measures, for readers
   * @param suite makes it
   * @param quick its arguments for a quick report
   * @param full its arguments for a full report
   * @param kept tells by the name of an operation whether the report keeps its figures
   */
  record ReportPart(
      String name,
      int weight,
      String description,
      Supplier<Suite> suite,
      List<String> quick,
      List<String> full,
      Predicate<String> kept) {
    /** Suites that have their own numbers of ranks. */
    private static final List<String> OWN_RANKS = List.of("launch", "memory", "pcj");

    /**
     * Returns the suite's command line.
     *
     * @param isQuick whether for a quick report
     * @param ranks the number of ranks of the report
     * @param seconds the time that it may take
     */
    List<String> arguments(boolean isQuick, int ranks, long seconds) {
      List<String> arguments = arguments(isQuick, ranks);
      arguments.addAll(List.of("--within", Long.toString(seconds)));
      return arguments;
    }

    private List<String> arguments(boolean isQuick, int ranks) {
      List<String> arguments = new ArrayList<>(isQuick ? quick : full);
      if (!OWN_RANKS.contains(name)) {
        arguments.addAll(List.of("--ranks", Integer.toString(ranks)));
      }
      return arguments;
    }

    private String command(boolean isQuick, int ranks) {
      return Text.format(
          "armci bench %s %s",
          suite.get().line().suite(), String.join(" ", arguments(isQuick, ranks)));
    }
  }

  /** The suites, in the order of the report. */
  static final List<ReportPart> ALL =
      List.of(
          part(
              "launch",
              1,
              "From the command to its end, for a program that says hello.",
              LaunchBenchmark::suite,
              "--rounds 3",
              "--rounds 7"),
          part(
              "rma",
              2,
              "Put, get, accumulate, fetch-and-add, signal and barrier between two ranks of this"
                  + " host.",
              RmaBenchmark::suite,
              "--quick --sizes 8,512,4K,64K,1M",
              "--rounds 2 --sizes 8,64,512,4K,64K,1M,16M"),
          part(
              "strided",
              2,
              "Transfers in rows: of 64 B to 64 KiB, single words, and faces of a box.",
              StridedBenchmark::suite,
              "--quick --operations put-256x1024,put-4096x8,put-rows-64,put-rows-1024,"
                  + "put-contiguous,put-face-x-low,get-256x1024,get-4096x8,accumulate-rows-1024",
              "--rounds 2"),
          part(
              "collectives",
              4,
              "Blocking collectives; the time ends with the last rank.",
              CollectivesBenchmark::suite,
              "--quick --operations barrier,broadcast,allreduce,alltoall --sizes 8,4K,256K",
              "--rounds 2 --sizes 8,512,4K,32K,256K,2M"),
          new ReportPart(
              "nonblocking",
              3,
              "Nonblocking and persistent collectives, and which share of them computing covers.",
              CollectivesBenchmark::suite,
              words(
                  "--quick --fresh --nonblocking --operations broadcast,allreduce --sizes"
                      + " 8,4K,256K"),
              words(
                  "--rounds 2 --fresh --nonblocking --operations broadcast,allreduce,alltoall"
                      + " --sizes 8,4K,32K,256K,2M"),
              operation -> operation.contains("-nb") || operation.endsWith("-persistent")),
          part(
              "arrays",
              3,
              "Global arrays of 4096 x 4096 doubles: patches, lists of elements, whole arrays.",
              ArraysBenchmark::suite,
              "--quick --operations put-8x8,put-512x512,get-8x8,get-512x512,accumulate-512x512,"
                  + "gather-1000,scatter-accumulate-1000,fetch-add,ghosts,transpose,multiply",
              "--rounds 2"),
          part(
              "irregular",
              3,
              "Single words all over a table; the time of one word while all ranks work.",
              IrregularBenchmark::suite,
              "--quick --operations histogram-8K,histogram-64M,histogram-stream-64M,gather-8K,"
                  + "gather-64M,gather-requests-64M",
              "--rounds 2"),
          part(
              "applications",
              2,
              "Whole programs: NAS MG and CG, and a product of matrices by SUMMA, one-sided and"
                  + " with ranks that send messages through armci4j. The peers are programs in C on"
                  + " MPI that do the same as MG and SUMMA. All check their results.",
              ApplicationsBenchmark::suite,
              "--quick --rounds 1 --operations mg-W,summa-512,cg",
              "--rounds 2 --operations mg-A,summa-1024,cg"),
          part(
              "memory",
              2,
              "A rank that has reached all others, the mean of all ranks: its pages in memory,"
                  + " those of them that are shared, and the objects on its heap. Over shared"
                  + " memory, and over each network of this host.",
              MemoryBenchmark::suite,
              "--rounds 1 --ranks 2,8",
              "--rounds 2"),
          part(
              "pcj",
              2,
              "Two processes over TCP beside PCJ, a library for parallel programs in Java. Root"
                  + " has a network namespace of this host for each, others the loopback device.",
              PcjBenchmark::suite,
              "--quick --operations put-fence,get-latency,put-bandwidth,barrier,allreduce --sizes"
                  + " 64K",
              "--rounds 2 --operations put-fence,get-latency,word-puts,put-bandwidth,get-bandwidth,"
                  + "barrier,broadcast,allreduce --sizes 32K,64K,1M"));

  private ReportParts() {}

  private static ReportPart part(
      String name,
      int weight,
      String description,
      Supplier<Suite> suite,
      String quick,
      String full) {
    return new ReportPart(name, weight, description, suite, words(quick), words(full), _ -> true);
  }

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }

  /** Returns the part of a name. */
  static Optional<ReportPart> find(String name) {
    return ALL.stream().filter(part -> part.name().equals(name)).findFirst();
  }

  /** Returns what a suite measures; empty for one that is no part of the report. */
  static String describe(String name) {
    return find(name).map(ReportPart::description).orElse("");
  }

  /**
   * Returns the command that measures a suite as a report does; empty for one that is no part of
   * the report.
   *
   * @param name its name in the report
   * @param isQuick whether as a quick report does
   * @param ranks the number of ranks of the report
   */
  static String command(String name, boolean isQuick, int ranks) {
    return find(name).map(part -> part.command(isQuick, ranks)).orElse("");
  }

  /** Returns whether the bandwidths of a suite say something. */
  static boolean hasBandwidth(String name) {
    return name.equals("rma");
  }
}
