package org.armci4j.benchmarks.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;

/** Facts that a table of figures states: date, commit and machine. */
public final class RunFacts {
  /** The day, in UTC. */
  public static final String DATE = "date";

  /** The checkout's commit, and whether files differ from it. */
  public static final String COMMIT = "commit";

  /** Processor and cores. */
  public static final String MACHINE = "machine";

  /** The folder whose pages change with each run, and on which no figure depends. */
  private static final String RESULTS = "docs/results";

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private RunFacts() {}

  /** Returns the folder of the checkout, or of the installed copy. */
  public static Path home() {
    return Path.of(System.getProperty("armci.home", "")).toAbsolutePath().normalize();
  }

  /**
   * Returns the facts of a run that ends now.
   *
   * @param home see {@link #home}
   */
  public static Map<String, String> of(Path home) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(DATE, LocalDate.now(ZoneOffset.UTC).toString());
    facts.put(COMMIT, commit(home));
    int cores = Runtime.getRuntime().availableProcessors();
    facts.put(MACHINE, Text.format("%s, %d cores", processor(), cores));
    return facts;
  }

  private static String commit(Path home) {
    Command.Outcome head = git(home, "rev-parse", "--short=8", "HEAD");
    if (head.exitCode() != 0) {
      return "not recorded";
    }
    Command.Outcome changes = git(home, "status", "--porcelain", "--", ".", ":!" + RESULTS);
    boolean isClean = changes.exitCode() == 0 && changes.lines().isEmpty();
    return head.lines().getFirst() + (isClean ? "" : " with changes");
  }

  private static Command.Outcome git(Path home, String... words) {
    List<String> git = List.of("git", "-C", home.toString());
    return Command.run(Stream.concat(git.stream(), Stream.of(words)).toList(), LIMIT);
  }

  /** Returns the name of this machine's processor, or its architecture if it has none. */
  public static String processor() {
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
