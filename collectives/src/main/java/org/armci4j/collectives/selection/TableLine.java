package org.armci4j.collectives.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;

/**
 * A line of a table of choices: the way that calls of an operation take. Of the lines that answer
 * one question, the first that fits a call serves it.
 *
 * @param question what is chosen
 * @param span how far the ranks are from each other; null for any
 * @param operation of the call
 * @param minRanks fewest ranks of the group
 * @param maxRanks most ranks
 * @param maxBytes most bytes of the call: {@link org.armci4j.collectives.algorithm.Shape#bytes}, to
 *     copy {@link org.armci4j.collectives.algorithm.Shape#sourceBytes}
 * @param power how often the number of ranks divides {@code maxBytes}
 * @param way the answer: an algorithm's name, or the word of a form
 */
public record TableLine(
    Question question,
    GroupSpan span,
    Operation operation,
    int minRanks,
    int maxRanks,
    long maxBytes,
    int power,
    String way) {
  static final long NO_LIMIT = Long.MAX_VALUE;

  private static final String ANY = "any";
  private static final int COLUMNS = 6;

  /** Names what is chosen. */
  public enum Question {
    /** The portable algorithm. */
    ALGORITHM,
    /** The {@link LevelForm} of ranks on several hosts. */
    LEVEL,
    /** Whether ranks on one host combine at-once, each for itself, or by shares. */
    COMBINE,
    /** The {@link CopyForm} of ranks on one host. */
    COPY,
    /** Whether the kernel copies between buffers in native memory. */
    NATIVE
  }

  /** Returns whether it answers a question about groups of so many ranks and that span. */
  boolean isFor(Question about, Operation of, GroupSpan far, int ranks) {
    return question == about
        && operation == of
        && (span == null || span == far)
        && minRanks <= ranks
        && ranks <= maxRanks;
  }

  /** Returns the longest call of a group that it serves. */
  long limitBytes(int ranks) {
    long limit = maxBytes;
    for (int i = 0; i < power && limit != NO_LIMIT; i++) {
      limit /= ranks;
    }
    return limit;
  }

  /**
   * Returns the lines of a text. Lines that begin with # are left out. A text line may name several
   * operations, or any; ranks are such as 4, 2-7 or 8-; bytes such as 512, 16KiB, &lt;128KiB or
   * 32KiB/n^2, where n is the number of ranks.
   *
   * @throws IllegalArgumentException for a line that is none
   */
  static List<TableLine> parse(String text) {
    List<TableLine> lines = new ArrayList<>();
    StringTokenizer texts = new StringTokenizer(text, "\n"); // no stream: each job starts by this
    while (texts.hasMoreTokens()) {
      String line = texts.nextToken().strip();
      if (!line.isEmpty() && line.charAt(0) != '#') {
        try {
          parseTo(lines, words(line));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              Text.format("'%s' is no line of a table: %s", line, e.getMessage()), e);
        }
      }
    }
    return List.copyOf(lines);
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(line);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words;
  }

  private static void parseTo(List<TableLine> lines, List<String> words) {
    if (words.size() != COLUMNS) {
      throw new IllegalArgumentException(words.size() + " words, not " + COLUMNS);
    }
    Question question = constant(Question.class, words.get(0));
    GroupSpan span = words.get(1).equals(ANY) ? null : constant(GroupSpan.class, words.get(1));
    int[] ranks = ranks(words.get(3));
    int slash = words.get(4).indexOf('/');
    long maxBytes = limit(slash < 0 ? words.get(4) : words.get(4).substring(0, slash));
    int power = slash < 0 ? 0 : power(words.get(4).substring(slash));
    for (Operation operation : operations(words.get(2))) {
      lines.add(
          new TableLine(
              question, span, operation, ranks[0], ranks[1], maxBytes, power, words.get(5)));
    }
  }

  private static List<Operation> operations(String text) {
    if (text.equals(ANY)) {
      return List.of(Operation.values());
    }
    List<Operation> named = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      named.add(constant(Operation.class, name));
    }
    return named;
  }

  private static int[] ranks(String text) {
    if (text.equals(ANY)) {
      return new int[] {1, Integer.MAX_VALUE};
    }
    int dash = text.indexOf('-');
    int min = Integer.parseInt(dash < 0 ? text : text.substring(0, dash));
    boolean isOpen = dash == text.length() - 1;
    int max = isOpen ? Integer.MAX_VALUE : Integer.parseInt(text.substring(dash + 1));
    if (min < 1 || max < min) {
      throw new IllegalArgumentException("no group has " + text + " ranks");
    }
    return new int[] {min, dash < 0 ? min : max};
  }

  private static int power(String text) {
    return switch (text) {
      case "/n", "/n^1" -> 1;
      case "/n^2" -> 2;
      default -> throw new IllegalArgumentException(text + " is neither /n nor /n^2");
    };
  }

  private static long limit(String text) {
    if (text.equals(ANY)) {
      return NO_LIMIT;
    }
    return text.startsWith("<") ? bytes(text.substring(1)) - 1 : bytes(text);
  }

  private static long bytes(String text) {
    int shift = text.endsWith("KiB") ? 10 : text.endsWith("MiB") ? 20 : 0;
    long number = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 3));
    if (number < 0 || number > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException(text + " is no number of bytes");
    }
    return number << shift;
  }

  /** Returns the constant of a word in lower case. */
  static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the line as text. */
  @Override
  public String toString() {
    String ranks = maxRanks == Integer.MAX_VALUE ? minRanks + "-" : minRanks + "-" + maxRanks;
    return Text.format(
        "%s %s %s %s %s%s %s",
        word(question),
        span == null ? ANY : word(span),
        operation.label(),
        ranks,
        maxBytes == NO_LIMIT ? ANY : Long.toString(maxBytes),
        power == 0 ? "" : "/n^" + power,
        way);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
