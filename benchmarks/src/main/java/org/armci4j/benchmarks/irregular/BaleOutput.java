package org.armci4j.benchmarks.irregular;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.text.Text;

/**
 * The output of a program of bale, version 3. It has a line with the seconds of each form. The
 * program compares its results, and says where they differ. Its exit code does not tell, as some
 * versions of Open MPI crash at the program's end.
 *
 * @param items updates, numbers or entries of all ranks together
 * @param seconds the time of each form
 */
record BaleOutput(long items, Map<String, Double> seconds) {
  private static final Pattern ITEMS =
      Pattern.compile("num_(?:updates|requests|rows)_total: (\\d+)|\\s*(\\d+) nonzeros");

  /** Times have three digits, and other figures more or fewer. */
  private static final Pattern TIME =
      Pattern.compile("(?:num levels = \\d+)?\\s*(.+?):\\s+(\\d+\\.\\d{3})(?: seconds .*)?");

  private static final Pattern FORM =
      Pattern.compile(
          "((?:Bellman-Ford |Delta )?(?:agp|exstack|exstack2|conveyor))(?: \\((?:compares)?\\))?",
          Pattern.CASE_INSENSITIVE);

  private static final String PLAIN = "agp";
  private static final Set<String> FORMS = Set.of(PLAIN, "exstack", "exstack2", "conveyor");

  /** Forms of shortest paths, which must say of themselves that they compare. */
  private static final Set<String> PATH_FORMS =
      Set.of(
          "bellman-ford exstack",
          "bellman-ford exstack2",
          "bellman-ford conveyor",
          "delta exstack",
          "delta exstack2",
          "delta conveyor");

  /**
   * Reads an output.
   *
   * @param program what printed it, for messages
   * @param lines standard output and error together
   * @throws IllegalStateException when the program found an error, or printed something unknown, or
   *     not all times; the message has the line
   */
  static BaleOutput parse(String program, List<String> lines) {
    long items = 0;
    Map<String, Double> seconds = new TreeMap<>();
    for (String line : lines) {
      if (line.contains("ERROR") || line.contains("BALE FAIL")) {
        throw new IllegalStateException(program + " found an error: " + line.strip());
      }
      Matcher found = ITEMS.matcher(line);
      if (found.matches()) {
        items = Long.parseLong(found.group(1) == null ? found.group(2) : found.group(1));
      }
      Matcher time = TIME.matcher(line);
      if (time.matches()) {
        seconds.put(form(program, time.group(1), line), Double.parseDouble(time.group(2)));
      }
    }
    requireAll(program, items, seconds, lines);
    return new BaleOutput(items, seconds);
  }

  private static String form(String program, String name, String line) {
    Matcher form = FORM.matcher(name);
    if (!form.matches()) {
      throw new IllegalStateException(program + " printed an unknown time: " + line.strip());
    }
    String found = form.group(1).toLowerCase(Locale.ROOT);
    if (PATH_FORMS.contains(found) && !name.endsWith(")")) {
      throw new IllegalStateException(program + " found other distances: " + line.strip());
    }
    return found;
  }

  private static void requireAll(
      String program, long items, Map<String, Double> seconds, List<String> lines) {
    boolean isAll = seconds.keySet().equals(FORMS) || seconds.keySet().equals(PATH_FORMS);
    if (items == 0 || !isAll) {
      List<String> last =
          new ArrayList<>(lines.subList(Math.max(0, lines.size() - 20), lines.size()));
      throw new IllegalStateException(
          Text.format(
              "%s printed the times of %s, and a size of %d:%n%s",
              program, seconds.keySet(), items, String.join("\n", last)));
    }
  }

  /**
   * Returns the time of the form that reads and writes word by word.
   *
   * @return empty if the program has no such form
   * @throws IllegalStateException when it is shorter than a tick of the program's clock
   */
  OptionalDouble plain(String program) {
    Double plain = seconds.get(PLAIN);
    return plain == null ? OptionalDouble.empty() : OptionalDouble.of(counted(program, plain));
  }

  /**
   * Returns the shortest time.
   *
   * @throws IllegalStateException when it is shorter than a tick of the program's clock
   */
  double best(String program) {
    return counted(program, seconds.values().stream().mapToDouble(one -> one).min().orElseThrow());
  }

  private static double counted(String program, double time) {
    if (time == 0) {
      throw new IllegalStateException(program + " took less than the millisecond that it prints");
    }
    return time;
  }
}
