package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Checks that the quick reader of command lines reads them as picocli does, or leaves them to
 * picocli.
 */
class LaunchWordsTest {
  private static final List<List<String>> PIECES =
      List.of(
          List.of("-n", "3"),
          List.of("-np", "6"),
          List.of("--output", "o{rank}"),
          List.of("--debug", "0:4711"),
          List.of("--ranks=4"),
          List.of("--ranks", "5"),
          List.of("--threads"),
          List.of("--label"),
          List.of("--timeout=2.5"),
          List.of("--stall", "7"),
          List.of("--grace", "0.1"),
          List.of("--transport", "shm"),
          List.of("--jvm-arg", "-Xmx1g"),
          List.of("--jvm-arg=-Da=b=c"),
          List.of("--env", "A=--label"),
          List.of("--env=B="),
          List.of("-cp", "a.jar:b"),
          List.of("--class-path=c"),
          List.of("--jvm-arg", "--label"),
          List.of("-n7"),
          List.of("--unknown"),
          List.of("--env"));

  private static JobPlan byPicocli(List<String> words) {
    CommandLine line = Main.commandLine();
    line.setExecutionStrategy(parsed -> 0);
    var parsed = line.parseArgs(words.toArray(new String[0])).subcommand();
    return LaunchKind.RUN.plan(LaunchCommand.words(parsed));
  }

  @Test
  void linesOfAllKindsAreReadAlike() {
    Random random = new Random(20);
    int plain = 0;
    for (int i = 0; i < 400; i++) {
      List<String> words = new ArrayList<>();
      for (int pieces = random.nextInt(5); pieces > 0; pieces--) {
        words.addAll(PIECES.get(random.nextInt(PIECES.size())));
      }
      words.addAll(List.of(Probe.class.getName(), "--label", "-n", "=x"));
      LaunchWords read = LaunchWords.readPlain(words);
      JobPlan quick = null;
      try {
        quick = read == null ? null : LaunchKind.RUN.plan(read);
      } catch (UsageException mistake) {
        continue;
      }
      if (quick != null) {
        words.addFirst("run");
        assertEquals(byPicocli(words), quick, words::toString);
        plain++;
      }
    }
    assertEquals(true, plain > 40, "read quickly: " + plain);
  }

  @Test
  void whatNamesTheProgramEndsTheOptions() {
    List<String> words = List.of("-np", "2", "-cp", "a", "-cp", "b", "-jar", "x.jar", "-n", "3");
    LaunchWords read = LaunchWords.readPlain(words);
    assertEquals(List.of("x.jar", "-n", "3"), read.program());
    assertEquals(List.of("a", "b"), read.values(LaunchOption.CLASS_PATH));
    assertEquals("2", read.value(LaunchOption.RANKS));
    CommandLine line = Main.commandLine();
    List<String> all = new ArrayList<>(words);
    all.addFirst("run");
    var parsed = line.parseArgs(all.toArray(new String[0])).subcommand();
    assertEquals(read, LaunchCommand.words(parsed));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-n 2",
        "-n",
        "-h x",
        "--help x",
        "-n2 x",
        "-n 2 -n 3 x",
        "-n 2 -jar=x",
        "-n 2 --module=x",
        "--ranks 2 -n 3 x",
        "--label=yes x",
        "--label --label x",
        "--nothing x",
        "-- x",
        "-n=2 x",
      })
  void whatIsNotPlainIsLeftToPicocli(String line) {
    assertNull(LaunchWords.readPlain(line.isEmpty() ? List.of() : List.of(line.split(" "))));
  }
}
