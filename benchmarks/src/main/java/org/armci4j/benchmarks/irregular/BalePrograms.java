package org.armci4j.benchmarks.irregular;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  /** The name of bale as a subject. */
  static final String NAME = "bale";

  /** Words of each rank; the programs need a tenth of a second for their start and end. */
  private static final long WORDS = 2_000_000;

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Map<String, String> PROGRAMS = Map.of("histogram", "histo", "gather", "ig");

  /** Arguments before those of the suite: the folder and the number of ranks. */
  private static final int OWN_ARGUMENTS = 2;

  /** Repetitions and their time, which come before the points. */
  private static final int FIXED_ARGUMENTS = OWN_ARGUMENTS + 2;

  private BalePrograms() {}

  /**
   * Returns the programs as a subject.
   *
   * @param folder where they are
   * @param applications further programs that must be there
   * @throws IllegalArgumentException when one is missing, with a message for the user
   */
  static Subject subject(Path folder, List<BaleApplication> applications) {
    List<String> programs =
        Stream.concat(
                PROGRAMS.values().stream(), applications.stream().map(BaleApplication::program))
            .toList();
    for (String program : programs) {
      if (!Files.isExecutable(folder.resolve(program))) {
        throw new IllegalArgumentException(
            Text.format("--bale: %s has no program %s", folder, program));
      }
    }
    return new Subject(
        NAME,
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
    String name = program.getFileName().toString();
    BaleOutput output = BaleOutput.parse(name, outcome.lines());
    double best = nanos(output.best(name));
    ResultLines.print(point.name(), Long.BYTES, new double[] {best, best, best});
    ResultLines.printNote(
        Text.format("bale's %s, ns a word: %s", point.name(), text(output.seconds())));
  }

  private static String text(Map<String, Double> seconds) {
    return seconds.entrySet().stream()
        .map(form -> Text.format("%s %.1f", form.getKey(), nanos(form.getValue())))
        .collect(Collectors.joining(", "));
  }

  private static double nanos(double seconds) {
    return seconds * 1e9 / WORDS;
  }
}
