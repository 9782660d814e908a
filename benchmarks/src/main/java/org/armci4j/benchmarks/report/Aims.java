package org.armci4j.benchmarks.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;

/**
 * Checks the figures of a report against limits. A file holds the limits, in lines of this form:
 *
 * <pre>
 * SUBJECT OPERATION BYTES RANKS LIMIT OTHER[:OPERATION[:BYTES]]
 * </pre>
 *
 * <p>A figure of SUBJECT takes at most LIMIT times as long as the figure of OTHER. SUBJECT {@code
 * own} is this system, after a mix of other calls where that was measured. A star in OPERATION
 * matches any text; a star in the other OPERATION stands for the same text. BYTES and RANKS are a
 * number, {@code <=N}, {@code >=N} or a star.
 *
 * <p>OTHER is a subject, {@code best} for the fastest peer, or {@code fresh} for this system in a
 * JVM that has called nothing else. With {@code -} as OTHER, the figure itself is at least LIMIT.
 *
 * <p>For each OTHER, the first line counts that matches a figure and whose other figure exists.
 * Lines that begin with {@code #} are comments.
 */
public final class Aims {
  private static final String OWN = "own";
  private static final String BEST = "best";
  private static final String FRESH = "fresh";
  private static final String VALUE = "-";
  private static final String SYSTEM = "armci4j";
  private static final int WORDS = 6;

  private final List<Aim> aims;

  private Aims(List<Aim> aims) {
    this.aims = List.copyOf(aims);
  }

  /** One line of the file. */
  private record Aim(
      String subject, Pattern operation, String bytes, String ranks, double limit, Other other) {
    static Aim parse(String line) {
      String[] words = line.strip().split("\\s+", -1);
      if (words.length != WORDS) {
        throw new IllegalArgumentException("--aims: not an aim: " + line);
      }
      String[] operation = words[1].split("\\*", -1);
      Pattern pattern =
          Pattern.compile(String.join("(.*)", Stream.of(operation).map(Pattern::quote).toList()));
      try {
        isWithin(words[2], 0);
        isWithin(words[3], 0);
        return new Aim(
            words[0],
            pattern,
            words[2],
            words[3],
            Double.parseDouble(words[4]),
            Other.parse(words[5]));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("--aims: not an aim: " + line, e);
      }
    }

    boolean fits(Measurement one) {
      return operation.matcher(one.operation()).matches()
          && isWithin(bytes, one.sizeBytes())
          && isWithin(ranks, one.ranks());
    }

    private static boolean isWithin(String range, long value) {
      if (range.equals("*")) {
        return true;
      }
      long bound = Long.parseLong(range.replaceFirst("^[<>]=", ""));
      return range.startsWith("<")
          ? value <= bound
          : range.startsWith(">") ? value >= bound : value == bound;
    }
  }

  /** The figure to compare with; null for the same operation or the same bytes. */
  private record Other(String subject, String operation, Long bytes) {
    static Other parse(String word) {
      String[] parts = word.split(":", -1);
      return new Other(
          parts[0],
          parts.length > 1 ? parts[1] : null,
          parts.length > 2 ? Long.valueOf(parts[2]) : null);
    }
  }

  /**
   * Reads a file of aims.
   *
   * @param file its path
   * @throws IOException when it cannot be read
   * @throws IllegalArgumentException when a line is no aim
   */
  public static Aims read(Path file) throws IOException {
    List<Aim> aims = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        aims.add(Aim.parse(line));
      }
    }
    return new Aims(aims);
  }

  /**
   * Prints a line for each figure that has an aim.
   *
   * @param report the figures
   * @param out receives the lines
   * @return whether at least one figure has an aim and all aims are met
   */
  public boolean check(Report report, PrintStream out) {
    List<Verdict> verdicts = verdicts(report);
    verdicts.forEach(one -> out.println(one.text()));
    if (verdicts.isEmpty()) {
      out.println("no figure has an aim, or what it is compared with is missing");
    }
    return !verdicts.isEmpty() && verdicts.stream().allMatch(Verdict::met);
  }

  private record Verdict(boolean met, String text) {}

  private List<Verdict> verdicts(Report report) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Measurement one : report.merged()) {
      List<String> done = new ArrayList<>();
      for (Aim aim : aims) {
        boolean fits =
            one.subject().equals(subject(aim.subject(), report))
                && aim.fits(one)
                && !one.operation().endsWith(Measurement.ALLOCATION)
                && !done.contains(aim.other().toString());
        Optional<Verdict> verdict = fits ? verdict(aim, one, report) : Optional.empty();
        verdict.ifPresent(
            found -> {
              verdicts.add(found);
              done.add(aim.other().toString());
            });
      }
    }
    return verdicts;
  }

  private static String subject(String name, Report report) {
    return switch (name) {
      case OWN -> Variant.decisive(report, SYSTEM);
      case FRESH -> SYSTEM;
      default -> name;
    };
  }

  private static Optional<Verdict> verdict(Aim aim, Measurement one, Report report) {
    if (aim.other().subject().equals(VALUE)) {
      boolean met = one.median() >= aim.limit();
      return Optional.of(
          verdict(met, one, Text.format("%.3f, aim at least %s", one.median(), aim.limit())));
    }
    return other(aim, one, report)
        .map(
            other -> {
              double ratio = report.ratio(one, other);
              return verdict(
                  ratio <= aim.limit(),
                  one,
                  Text.format(
                      "%.3f times the time of %s of %s, aim at most %s",
                      ratio, other.operation(), other.subject(), aim.limit()));
            });
  }

  private static Verdict verdict(boolean met, Measurement one, String text) {
    return new Verdict(
        met,
        Text.format(
            "%-7s %s of %s, %d bytes, %d ranks: %s",
            met ? "met" : "NOT MET",
            one.operation(),
            one.subject(),
            one.sizeBytes(),
            one.ranks(),
            text));
  }

  private static Optional<Measurement> other(Aim aim, Measurement one, Report report) {
    Other other = aim.other();
    Matcher name = aim.operation().matcher(one.operation());
    String star = name.matches() && name.groupCount() > 0 ? name.group(1) : "";
    String operation =
        other.operation() == null ? one.operation() : other.operation().replace("*", star);
    long bytes = other.bytes() == null ? one.sizeBytes() : other.bytes();
    String subject = subject(other.subject(), report);
    return report.merged().stream()
        .filter(two -> two.operation().equals(operation) && two.sizeBytes() == bytes)
        .filter(two -> two.ranks() == one.ranks() && two.unit().equals(one.unit()))
        .filter(
            two ->
                other.subject().equals(BEST)
                    ? !two.subject().startsWith(SYSTEM)
                    : two.subject().equals(subject))
        .filter(two -> !two.key().equals(one.key()))
        .min(Comparator.comparingDouble(Measurement::median));
  }
}
