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

  ProgramOptions(String... words) {
    this.words = new ArrayList<>(List.of(words));
  }

  /**
   * Reads the options on one rank. A mistake is the same on every rank: rank 0 prints it and exits
   * with code 2. With {@code --help} rank 0 prints the usage.
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
    boolean speaks = Membership.current().rank() == 0;
    ProgramOptions line = new ProgramOptions(args);
    boolean help = line.words.removeIf(word -> word.equals("--help") || word.equals("-h"));
    try {
      T options = line.readAll(reader);
      if (!help) {
        return Optional.of(options);
      }
    } catch (OptionException mistake) {
      if (speaks) {
        System.err.println("armci: " + program + ": " + mistake.getMessage());
        System.exit(USAGE);
      }
      return Optional.empty();
    }
    if (speaks) {
      System.out.println(usage);
    }
    return Optional.empty();
  }

  /** Returns what the reader returns, if it has asked for all words. */
  <T> T readAll(Function<ProgramOptions, T> reader) {
    T options = reader.apply(this);
    if (!words.isEmpty()) {
      throw new OptionException("unknown argument '" + words.getFirst() + "'; --help lists all");
    }
    return options;
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
    String text = value(name, String.valueOf(usual));
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
    String text = value(name, usual);
    SortedMap<String, T> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sorted.putAll(values);
    if (!sorted.containsKey(text)) {
      throw new OptionException(
          name + " needs one of " + String.join(", ", sorted.keySet()) + ", not '" + text + "'");
    }
    return sorted.get(text);
  }

  /** Takes an option and its value out of the words. The last of several counts. */
  private String value(String name, String usual) {
    String value = usual;
    for (int i = 0; i < words.size(); ) {
      if (words.get(i).startsWith(name + "=")) {
        value = words.remove(i).substring(name.length() + 1);
      } else if (!words.get(i).equals(name)) {
        i++;
      } else if (i + 1 == words.size()) {
        throw new OptionException(name + " needs a value; --help lists all");
      } else {
        words.remove(i);
        value = words.remove(i);
      }
    }
    return value;
  }
}
