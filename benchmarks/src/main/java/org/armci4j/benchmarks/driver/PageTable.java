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
 * Keeps the tables of suites in a Markdown page. Each stands between two comments. The first one
 * names the command, so the same command writes its table anew and leaves the rest of the page as
 * it is.
 */
final class PageTable {
  private static final String BEGIN = "<!-- table of %s -->\n";
  private static final String END = "<!-- end of the table -->\n";

  /** Options that say where figures go, not how they are measured. Each has a value. */
  private static final Set<String> TARGETS =
      Set.of(SuiteCommandLine.TABLE, SuiteCommandLine.JSON, SuiteCommandLine.AIMS);

  private PageTable() {}

  /**
   * Writes a table in place of the one of the same command, or at the end of the page.
   *
   * @param page the page, which is made if it does not exist
   * @param suite the suite's name
   * @param args the suite's command line
   * @param facts of the run, see {@link RunFacts}
   * @param measured what the suite has measured
   * @throws IOException when the page cannot be read or written
   * @throws IllegalArgumentException when the page has the table's beginning and not its end
   */
  static void write(
      Path page, String suite, List<String> args, Map<String, String> facts, MeasuredSuite measured)
      throws IOException {
    String command = command(suite, args);
    String begin = Text.format(BEGIN, command);
    String table = begin + text(command, facts, measured) + END;
    String old = Files.exists(page) ? Files.readString(page) : "";
    int from = old.indexOf(begin);
    if (from < 0) {
      Files.writeString(page, old + (old.isEmpty() ? "" : "\n") + table);
      return;
    }
    int end = old.indexOf(END, from);
    if (end < 0) {
      throw new IllegalArgumentException(
          Text.format("%s has no line '%s' behind '%s'", page, END.strip(), begin.strip()));
    }
    Files.writeString(page, old.substring(0, from) + table + old.substring(end + END.length()));
  }

  private static String command(String suite, List<String> args) {
    List<String> words = new ArrayList<>(List.of("./armci", "bench", suite));
    for (int i = 0; i < args.size(); i++) {
      String option = args.get(i).split("=", 2)[0];
      if (!TARGETS.contains(option)) {
        words.add(args.get(i));
      } else if (option.equals(args.get(i))) {
        i++;
      }
    }
    return String.join(" ", words);
  }

  private static String text(String command, Map<String, String> facts, MeasuredSuite measured) {
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
