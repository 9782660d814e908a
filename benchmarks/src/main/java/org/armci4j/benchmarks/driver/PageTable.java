package org.armci4j.benchmarks.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.armci4j.benchmarks.driver.Suite.MeasuredSuite;
import org.armci4j.bootstrap.text.Text;

/**
 * The table of one command in a Markdown page. It stands between two comments, of which the first
 * one names the command. So the same command writes its table anew and leaves the rest of the page
 * as it is.
 */
final class PageTable {
  private static final String BEGIN = "<!-- table of ";
  private static final String END = "<!-- end of the table -->\n";

  /** Options that say where figures go, not how they are measured. Each has a value. */
  private static final Set<String> TARGETS =
      Set.of(SuiteCommandLine.TABLE, SuiteCommandLine.JSON, SuiteCommandLine.AIMS);

  /** Number of ranks that {@code armci bench} starts when the user names none. */
  private static final int USUAL_RANKS = 2;

  private final Path page;
  private final String command;

  private PageTable(Path page, String command) {
    this.page = page;
    this.command = command;
  }

  /**
   * Finds the place of a command's table.
   *
   * @param page the page, which need not exist
   * @param ranks number of ranks of the job that runs the suite
   * @param suite the suite's name
   * @param args the suite's command line
   * @throws IOException when the page cannot be read
   * @throws IllegalArgumentException when the page cannot be written, or has the table's beginning
   *     and not its end, with a message for the user
   */
  static PageTable in(Path page, int ranks, String suite, String... args) throws IOException {
    SuiteCommandLine.requireWritable(page);
    PageTable table = new PageTable(page, command(ranks, suite, args));
    table.replace("");
    return table;
  }

  /**
   * Writes the table in place of the last one, or at the end of the page.
   *
   * @param facts of the run, see {@link RunFacts}
   * @param measured what the suite has measured
   * @throws IOException when the page cannot be read or written
   */
  void write(Map<String, String> facts, MeasuredSuite measured) throws IOException {
    Files.writeString(page, replace(begin() + text(facts, measured) + END));
  }

  private String begin() {
    return BEGIN + command + " -->\n";
  }

  /** Returns the page with another table. */
  private String replace(String table) throws IOException {
    String old = Files.exists(page) ? Files.readString(page) : "";
    int from = old.indexOf(begin());
    if (from < 0) {
      return old + (old.isEmpty() ? "" : "\n") + table;
    }
    int end = old.indexOf(END, from);
    int next = old.indexOf(BEGIN, from + 1);
    if (end < 0 || (next >= 0 && next < end)) {
      throw new IllegalArgumentException(
          Text.format("%s has no line '%s' behind '%s'", page, END.strip(), begin().strip()));
    }
    return old.substring(0, from) + table + old.substring(end + END.length());
  }

  private static String command(int ranks, String suite, String... args) {
    List<String> words = new ArrayList<>(List.of("./armci", "bench"));
    if (ranks != USUAL_RANKS) {
      words.addAll(List.of("-n", Integer.toString(ranks)));
    }
    words.add(suite);
    for (int i = 0; i < args.length; i++) {
      String option = args[i].split("=", 2)[0];
      if (!TARGETS.contains(option)) {
        words.add(args[i].contains(" ") ? "'" + args[i] + "'" : args[i]);
      } else if (option.equals(args[i])) {
        i++;
      }
    }
    return String.join(" ", words);
  }

  private String text(Map<String, String> facts, MeasuredSuite measured) {
    StringBuilder text = new StringBuilder();
    text.append(
        Text.format(
            "Command: `%s`. Machine: %s. Date: %s, commit %s.\n\n```text\n%s",
            command,
            facts.get(RunFacts.MACHINE),
            facts.get(RunFacts.DATE),
            facts.get(RunFacts.COMMIT),
            measured.table()));
    measured.remarks().forEach(remark -> text.append(remark).append('\n'));
    return text.append("```\n").toString();
  }
}
