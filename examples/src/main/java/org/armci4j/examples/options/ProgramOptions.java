package org.armci4j.examples.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.armci4j.bootstrap.Membership;

/**
 * Reads the options on the command line of an example, {@code --name value} or {@code
 * --name=value}. The program asks for each option that it knows; a word that remains is a mistake.
 */
public final class ProgramOptions {
  private static final int USAGE = 2; // exit code

  /** Words for which the program has not asked yet. */
  private final List<String> words;

  private ProgramOptions(String... words) {
    this.words = new ArrayList<>(List.of(words));
  }

  /**
   * Reads the options on one rank. A rank that finds a mistake prints it and exits with code 2; the
   * launcher shows the same line of several ranks once. Ranks of one JVM have the same options, so
   * that rank 0 does it for all. With {@code --help} rank 0 prints the usage.
   *
   * @param <T> the type of what the reader returns
   * @param program the name of the program
   * @param usage the lines that {@code --help} prints
   * @param args the words of the command line
   * @param reader asks for all options of the program
   * @return what the reader returns; empty when the program shall not run
   */
  public static <T> Optional<T> read(
      String program, String usage, String[] args, Function<ProgramOptions, T> reader) {
    Membership job = Membership.current();
    boolean isFirst = job.rank() == 0;
    boolean help = List.of(args).contains("--help") || List.of(args).contains("-h");
    try {
      T options = parse(reader, args);
      if (!help) {
        return Optional.of(options);
      }
    } catch (OptionException mistake) {
      if (isFirst || !job.isInOneJvm()) {
        System.err.println("armci: " + program + ": " + mistake.getMessage());
        System.exit(USAGE);
      }
      return Optional.empty();
    }
    if (isFirst) {
      System.out.println(usage);
    }
    return Optional.empty();
  }

  /**
   * Reads the options.
   *
   * @param <T> the type of what the reader returns
   * @param reader asks for all options of the program
   * @param args the words of the command line
   * @return what the reader returns
   * @throws OptionException when a value is wrong, or the program has no such option
   */
  public static <T> T parse(Function<ProgramOptions, T> reader, String... args) {
    ProgramOptions line = new ProgramOptions(args);
    line.words.removeAll(List.of("--help", "-h"));
    T options = reader.apply(line);
    if (!line.words.isEmpty()) {
      throw new OptionException(
          "unknown argument '" + line.words.getFirst() + "'; --help lists all");
    }
    return options;
  }

  /**
   * Returns whether an option without a value is there.
   *
   * @param name the option
   * @return whether the command line has it
   */
  public boolean flag(String name) {
    return words.removeAll(List.of(name));
  }

  /**
   * Returns a whole number.
   *
   * @param name the option
   * @param usual the number without the option
   * @param most the largest number; the smallest is 1
   * @return the number
   */
  public int number(String name, int usual, int most) {
    return value(name, usual, text -> wholeNumber(name, text, most));
  }

  /**
   * Reads a whole number.
   *
   * @param name the option to which it belongs
   * @param text its digits
   * @param most the largest number; the smallest is 1
   * @return the number
   * @throws OptionException when it is not a whole number, or too large
   */
  public static int wholeNumber(String name, String text, int most) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 1 && value <= most) {
        return value;
      }
    } catch (NumberFormatException notNumber) {
      // The exception below reports it.
    }
    throw new OptionException(
        String.format(
            Locale.ROOT, "%s needs a whole number from 1 to %d, not '%s'", name, most, text));
  }

  /**
   * Returns one of several values by its name, in upper or lower case.
   *
   * @param <T> the type of the values
   * @param name the option
   * @param usual the name of the value without the option
   * @param values all values by their names
   * @return the value
   */
  public <T> T choice(String name, String usual, Map<String, T> values) {
    SortedMap<String, T> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sorted.putAll(values);
    return value(
        name,
        values.get(usual),
        text -> {
          if (!sorted.containsKey(text)) {
            throw new OptionException(
                name
                    + " needs one of "
                    + String.join(", ", sorted.keySet())
                    + ", not '"
                    + text
                    + "'");
          }
          return sorted.get(text);
        });
  }

  /**
   * Returns what the program makes of a value. The last of several counts.
   *
   * @param <T> the type of the value
   * @param name the option
   * @param usual the value without the option; may be null
   * @param reader makes a value of its text, or throws an {@link OptionException}
   * @return the value
   */
  public <T> T value(String name, T usual, Function<String, T> reader) {
    T value = usual;
    for (int i = 0; i < words.size(); ) {
      if (words.get(i).startsWith(name + "=")) {
        value = reader.apply(words.remove(i).substring(name.length() + 1));
      } else if (!words.get(i).equals(name)) {
        i++;
      } else if (i + 1 == words.size()) {
        throw new OptionException(name + " needs a value; --help lists all");
      } else {
        words.remove(i);
        value = reader.apply(words.remove(i));
      }
    }
    return value;
  }
}
