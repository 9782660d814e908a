package org.armci4j.benchmarks.irregular;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.examples.paths.ShortestPaths;
import org.armci4j.examples.permutation.DartPermutation;
import org.armci4j.examples.permute.Permute;
import org.armci4j.examples.toposort.TopologicalSort;
import org.armci4j.examples.transpose.Transpose;
import org.armci4j.examples.triangles.TriangleCount;

/**
 * A program of bale, and the example of this system that does the same work on as many items. Both
 * check their results. Each draws random matrices of its own.
 *
 * @param name its name in the report
 * @param program bale's program
 * @param programArguments its arguments
 * @param example the example's main class
 * @param exampleArguments its arguments
 */
record BaleApplication(
    String name,
    String program,
    List<String> programArguments,
    Class<?> example,
    List<String> exampleArguments) {
  /** Entries of a row, on average. bale's graphs have them below the diagonal. */
  private static final int ROW_ENTRIES = 10;

  /** Memory of a rank for bale's buffers and matrices. */
  private static final long MEMORY_BYTES = 1 << 30;

  private static final Pattern ITEMS = Pattern.compile("(\\d+) (?:numbers|entries|edges)");

  private static final Pattern RATE =
      Pattern.compile(
          "([0-9.]+(?:e[+-]?\\d+)?)(?: \\w+ per second)? by (?:a )?([a-z ]+?)(?=, \\d|$)");

  /**
   * What an example has printed.
   *
   * @param items numbers or entries of all ranks together
   * @param perSecond items a second by each form, the plain one first
   */
  record ExampleOutput(long items, Map<String, Double> perSecond) {}

  /**
   * Returns the applications.
   *
   * @param rows of the matrices; a permutation has four times as many numbers
   */
  static List<BaleApplication> all(int rows) {
    int numbers = 4 * rows;
    return List.of(
        new BaleApplication(
            "permutation",
            "randperm",
            words("-N", numbers),
            DartPermutation.class,
            words("--numbers", numbers)),
        ofGraph("transpose", "transpose_matrix", rows, Transpose.class, 2 * ROW_ENTRIES),
        ofGraph("permute", "permute_matrix", rows, Permute.class, 2 * ROW_ENTRIES),
        ofGraph("triangles", "triangles", rows, TriangleCount.class, 2 * ROW_ENTRIES),
        // One entry of a row is on the diagonal.
        ofGraph("toposort", "topo", rows, TopologicalSort.class, 2 * (ROW_ENTRIES - 1)),
        new BaleApplication(
            "paths",
            "sssp",
            words("-F", "-N", rows, "-z", ROW_ENTRIES),
            ShortestPaths.class,
            words("--rows", rows, "--degree", ROW_ENTRIES)));
  }

  private static BaleApplication ofGraph(
      String name, String program, int rows, Class<?> example, int degree) {
    return new BaleApplication(
        name,
        program,
        words("-F", "-N", rows, "-z", ROW_ENTRIES),
        example,
        words("--rows", rows, "--degree", degree));
  }

  private static List<String> words(Object... words) {
    return List.of(words).stream().map(String::valueOf).toList();
  }

  /** Returns the command that runs the example. */
  List<String> exampleCommand(int ranks, boolean threads) {
    List<String> command = new ArrayList<>(JobMain.subject(example, threads).launch().apply(ranks));
    command.addAll(exampleArguments);
    return command;
  }

  /** Returns the command that runs the program, which is at a path. */
  List<String> programCommand(String path, int ranks) {
    List<String> command =
        new ArrayList<>(PeerLibrary.OPENMPI_SHMEM.launch(path, ranks, MEMORY_BYTES));
    command.addAll(programArguments);
    return command;
  }

  /** Returns the name of a figure of one of the example's forms. */
  String figure(String form, ExampleOutput output) {
    boolean isPlain = form.equals(output.perSecond().keySet().iterator().next());
    return isPlain ? name : name + "-" + ResultLines.word(form);
  }

  /**
   * Reads what the example has printed.
   *
   * @throws IllegalStateException when no line has items and rates; the message has the output
   */
  ExampleOutput read(List<String> lines) {
    for (String line : lines) {
      Matcher items = ITEMS.matcher(line);
      Map<String, Double> perSecond = new LinkedHashMap<>();
      Matcher rate = RATE.matcher(line.substring(line.lastIndexOf(';') + 1));
      while (rate.find()) {
        perSecond.put(rate.group(2), Double.parseDouble(rate.group(1)));
      }
      if (items.find() && !perSecond.isEmpty()) {
        return new ExampleOutput(Long.parseLong(items.group(1)), perSecond);
      }
    }
    throw new IllegalStateException(name + " printed no rates:\n" + String.join("\n", lines));
  }
}
