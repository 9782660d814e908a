package org.armci4j.lab.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.benchmarks.driver.Command;
import org.armci4j.bootstrap.text.Text;

/** Facts that a table of figures states: date, commit and machine. */
final class RunFacts {
  static final String DATE = "date";
  static final String COMMIT = "commit";
  static final String MACHINE = "machine";
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private RunFacts() {}

  /** Returns the facts of a run in the checkout, now. */
  static Map<String, String> of(Path home) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(DATE, LocalDate.now(ZoneOffset.UTC).toString());
    facts.put(COMMIT, commit(home));
    int cores = Runtime.getRuntime().availableProcessors();
    facts.put(MACHINE, Text.format("%s, %d cores", processor(), cores));
    return facts;
  }

  private static String commit(Path home) {
    List<String> git =
        List.of(
            "git",
            "-C",
            home.toString(),
            "describe",
            "--always",
            "--abbrev=8",
            "--match=no tag",
            "--dirty= with changes");
    Command.Outcome outcome = Command.run(git, LIMIT);
    return outcome.exitCode() == 0 ? outcome.lines().getFirst() : "not recorded";
  }

  private static String processor() {
    try (var lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith(MODEL))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException unknown) {
      return System.getProperty("os.arch");
    }
  }
}
