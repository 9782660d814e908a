package org.armci4j.benchmarks.irregular;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.driver.Command;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the programs of bale that a user has built, in a process of its own, and prints the best of
 * their forms for each point as {@link ResultLines}. Each program draws random places of its own.
 */
public final class BalePrograms {
  /** Words of each rank; the programs need a tenth of a second for their start and end. */
  private static final long WORDS = 2_000_000;

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Map<String, String> PROGRAMS = Map.of("histogram", "histo", "gather", "ig");
  private static final Pattern TIME = Pattern.compile("\\s*(\\w+):\\s+([0-9.]+) seconds.*");

  /** Arguments before those of the suite: the folder and the number of ranks. */
  private static final int OWN_ARGUMENTS = 2;

  /** Repetitions and their time, which come before the points. */
  private static final int FIXED_ARGUMENTS = OWN_ARGUMENTS + 2;

  private BalePrograms() {}

  /**
   * Returns the programs as a subject.
   *
   * @param folder where they are
   * @throws IllegalArgumentException when one is missing, with a message for the user
   */
  static Subject subject(Path folder) {
    for (String program : PROGRAMS.values()) {
      if (!Files.isExecutable(folder.resolve(program))) {
        throw new IllegalArgumentException(
            Text.format("--bale: %s has no program %s", folder, program));
      }
    }
    return new Subject(
        "bale",
        ranks -> {
          List<String> command = JobMain.program(BalePrograms.class);
          command.add(folder.toAbsolutePath().toString());
          command.add(Integer.toString(ranks));
          return command;
        });
  }

  /**
   * Runs the programs.
   *
   * @param args the folder, the number of ranks, and the arguments of the suite
   */
  public static void main(String[] args) {
    int ranks = Integer.parseInt(args[1]);
    for (String argument : Arrays.asList(args).subList(FIXED_ARGUMENTS, args.length)) {
      IrregularPoint point = IrregularPoint.parse(argument);
      if (PROGRAMS.containsKey(point.operation())) {
        run(Path.of(args[0], PROGRAMS.get(point.operation())), ranks, point);
      }
    }
    ResultLines.printEnd();
  }

  private static void run(Path program, int ranks, IrregularPoint point) {
    long bytes = (WORDS + point.words()) * Long.BYTES;
    List<String> command =
        new ArrayList<>(PeerLibrary.OPENMPI_SHMEM.launch(program.toString(), ranks, 4 * bytes));
    command.addAll(List.of("-n", Long.toString(WORDS), "-T", Integer.toString(point.words())));
    Command.Outcome outcome = Command.run(command, LIMIT);
    Map<String, Double> nanos = times(outcome.lines());
    if (nanos.isEmpty()) { // otherwise a crash at the program's end, as in some versions, is late
      throw new IllegalStateException(
          String.join(" ", command) + " failed:\n" + outcome.lastLines());
    }
    double best = nanos.values().stream().mapToDouble(one -> one).min().orElseThrow();
    ResultLines.print(point.name(), Long.BYTES, new double[] {best, best, best});
    ResultLines.printNote(Text.format("bale's %s, ns a word: %s", point.name(), text(nanos)));
  }

  private static String text(Map<String, Double> nanos) {
    return nanos.entrySet().stream()
        .map(form -> Text.format("%s %.1f", form.getKey(), form.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Returns the nanoseconds a word of each form. */
  static Map<String, Double> times(List<String> lines) {
    Map<String, Double> nanos = new TreeMap<>();
    for (String line : lines) {
      Matcher time = TIME.matcher(line);
      if (time.matches()) {
        double each = Double.parseDouble(time.group(2)) * 1e9 / WORDS;
        nanos.put(time.group(1).toLowerCase(Locale.ROOT), each);
      }
    }
    return nanos;
  }
}
