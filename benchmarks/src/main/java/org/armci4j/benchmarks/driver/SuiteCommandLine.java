package org.armci4j.benchmarks.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.armci4j.bootstrap.text.Text;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Reads the command line of a suite. All suites share a set of options. A suite may redefine some
 * of them, remove some, and add its own.
 */
public final class SuiteCommandLine {
  static final String JSON = "--json";
  static final String AIMS = "--aims";
  static final String TABLE = "--table";
  private static final String WITHIN = "--within";

  private static final String FRESH = "--fresh";
  private static final int ROUNDS = 5;
  private static final int USAGE_ERROR = 2;

  private final CommandSpec spec = CommandSpec.create();
  private final CommandLine line = new CommandLine(spec);
  private final String suite;
  private final List<String> offered;
  private ParseResult parsed;

  /**
   * Creates the command line of a suite, with the options that all suites share.
   *
   * @param suite its name
   * @param offered the names of the peers to choose from
   */
  public SuiteCommandLine(String suite, List<String> offered) {
    this(offered, suite);
    option("--rounds", "N", "Runs every subject N times, " + ROUNDS + " if not said.");
    option("--ranks", "LIST", "Numbers of ranks, such as 2,4,8; what -n says if not said.");
    option("--operations", "LIST", "Only these operations.");
    option("--sizes", "LIST", "Only these sizes in bytes, such as 8,4K,64M.");
    option("--peers", "LIST", "All, none, or some of " + String.join(", ", offered) + ".");
    option(FRESH, null, "Only in fresh JVMs, not after a mix of other calls too.");
    option("--quick", null, "One short round: rough figures in a few seconds.");
  }

  private SuiteCommandLine(List<String> offered, String suite) {
    this.offered = List.copyOf(offered);
    this.suite = suite;
    spec.name("armci bench " + suite);
    spec.usageMessage().abbreviateSynopsis(true).sortOptions(false);
    line.setExpandAtFiles(false);
    line.setOverwrittenOptionsAllowed(true);
    line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Prints this help and ends.")
            .build());
    option(JSON, "FILE", "Writes the figures as JSON too.");
    option(
        TABLE,
        "PAGE",
        "Writes the table into a Markdown page as well, with machine, date and commit, in place of"
            + " what this command wrote there before.");
    option(AIMS, "FILE", "Fails when a figure misses a limit that the file sets.");
  }

  /**
   * Creates a command line with only the shared options about help and files.
   *
   * @param suite the suite's name
   */
  public static SuiteCommandLine withoutOptions(String suite) {
    return new SuiteCommandLine(List.of(), suite);
  }

  /**
   * Adds an option, or gives a shared option its meaning in this suite.
   *
   * @param name the option with its dashes
   * @param value the placeholder of its value in the help; null for an option without a value
   * @param description text for the help
   * @return this
   */
  public SuiteCommandLine option(String name, String value, String description) {
    OptionSpec general = spec.findOption(name);
    if (general != null) {
      spec.remove(general);
    }
    OptionSpec.Builder option = OptionSpec.builder(name).description(description);
    spec.addOption(
        value == null
            ? option.type(boolean.class).build()
            : option.type(String.class).paramLabel(value).build());
    return this;
  }

  /**
   * Adds the option of suites that can keep to a time: see {@link #within}.
   *
   * @return this
   */
  public SuiteCommandLine timed() {
    return option(
        WITHIN,
        "SECONDS",
        "Starts no program that would end later, except the first, and says what is left out.");
  }

  /**
   * Removes shared options that this suite cannot serve.
   *
   * @param names the options with their dashes
   * @return this
   */
  public SuiteCommandLine without(String... names) {
    for (String name : names) {
      spec.remove(spec.findOption(name));
    }
    return this;
  }

  /**
   * Sets the text below the options.
   *
   * @param lines text for the help
   * @return this
   */
  public SuiteCommandLine footer(String... lines) {
    spec.usageMessage().footer(lines);
    return this;
  }

  /**
   * Parses the arguments. Must come before any question about options.
   *
   * @param words the arguments of the suite
   * @return this
   * @throws IllegalArgumentException with a message for the user
   */
  public SuiteCommandLine read(String... words) {
    try {
      parsed = line.parseArgs(words);
      return this;
    } catch (ParameterException mistake) {
      throw new IllegalArgumentException(mistake.getMessage(), mistake);
    }
  }

  /**
   * Prints a mistake in the command line and ends the JVM, as {@code armci} does for its own
   * mistakes.
   *
   * @param suite its name
   * @param mistake holds a message for the user
   */
  public static void refuse(String suite, IllegalArgumentException mistake) {
    System.err.printf(
        Locale.ROOT,
        "armci: bench %s: %s; see: armci bench %s --help%n",
        suite,
        mistake.getMessage(),
        suite);
    System.exit(USAGE_ERROR);
  }

  /**
   * Finds out before minutes of work, rather than behind them, that a file cannot be written.
   *
   * @param file the file, which need not exist
   * @throws IllegalArgumentException when it cannot be written, with a message for the user
   */
  public static void requireWritable(Path file) {
    Path absolute = file.toAbsolutePath();
    Path place = Files.exists(absolute) ? absolute : absolute.getParent();
    if (Files.isDirectory(absolute) || !Files.isWritable(place)) {
      throw new IllegalArgumentException("cannot write " + file);
    }
  }

  /** Returns the suite's name. */
  public String suite() {
    return suite;
  }

  /**
   * Returns the file that an option names.
   *
   * @param option the option with its dashes
   * @return null when it was not given
   */
  public Path path(String option) {
    String file = value(option);
    return file == null ? null : Path.of(file);
  }

  /** Returns whether the user asked for the help. */
  public boolean asksForHelp() {
    return parsed.isUsageHelpRequested();
  }

  /** Returns the text of the help. */
  public String usage() {
    return line.getUsageMessage();
  }

  /**
   * Returns whether an option was given.
   *
   * @param option the option with its dashes
   */
  public boolean has(String option) {
    return spec.findOption(option) != null && parsed.hasMatchedOption(option);
  }

  /**
   * Returns the value of an option.
   *
   * @param option the option with its dashes
   * @return null when it was not given
   */
  public String value(String option) {
    return has(option) ? parsed.matchedOptionValue(option, null) : null;
  }

  /**
   * Returns the value of an option, a whole number above 0.
   *
   * @param option the option with its dashes
   * @param otherwise the number when it was not given
   * @throws IllegalArgumentException when the value is no such number, with a message for the user
   */
  public int number(String option, int otherwise) {
    return has(option) ? (int) number(option, value(option)) : otherwise;
  }

  /**
   * Returns the time that the user gives the suite.
   *
   * @return null if none was said
   * @throws IllegalArgumentException when the option's value is no number, with a message for the
   *     user
   */
  public Duration within() {
    return has(WITHIN) ? Duration.ofSeconds(number(WITHIN, 0)) : null;
  }

  /**
   * Returns the values of the shared options.
   *
   * @param defaultRanks the numbers of ranks when the user names none
   * @throws IllegalArgumentException with a message for the user
   */
  public SuiteOptions options(List<Integer> defaultRanks) {
    boolean quick = has("--quick");
    List<Integer> ranks = list("--ranks", item -> (int) number("--ranks", item));
    return new SuiteOptions(
        number("--rounds", quick ? 1 : ROUNDS),
        within(),
        quick,
        !has(FRESH),
        ranks == null ? defaultRanks : ranks,
        list("--sizes", SuiteCommandLine::sizeBytes),
        list("--operations", Function.identity()),
        peers());
  }

  /** Returns the items of an option's value; null when the option was not given. */
  private <T> List<T> list(String option, Function<String, T> item) {
    if (!has(option)) {
      return null;
    }
    List<T> items = new ArrayList<>();
    for (String text : value(option).split(",", -1)) {
      items.add(item.apply(text));
    }
    return List.copyOf(items);
  }

  private static long number(String option, String text) {
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(option + ": '" + text + "' is not a whole number above 0");
    }
    return Long.parseLong(text);
  }

  private static long sizeBytes(String text) {
    int shift = " KMG".indexOf(text.isEmpty() ? ' ' : text.charAt(text.length() - 1));
    String digits = shift > 0 ? text.substring(0, text.length() - 1) : text;
    long bytes = number("--sizes", digits) << (10 * Math.max(0, shift));
    if (bytes % Long.BYTES != 0 || bytes > 1 << 30) {
      throw new IllegalArgumentException(
          "--sizes: a size is a multiple of 8 up to 1G, not '" + text + "'");
    }
    return bytes;
  }

  private List<String> peers() {
    String text = value("--peers");
    if (text == null || text.equals("all")) {
      return offered;
    }
    return text.equals("none") ? List.of() : list("--peers", this::peer);
  }

  private String peer(String name) {
    if (!offered.contains(name)) {
      throw new IllegalArgumentException(
          Text.format("--peers: no peer '%s'; there are: %s", name, String.join(", ", offered)));
    }
    return name;
  }
}
