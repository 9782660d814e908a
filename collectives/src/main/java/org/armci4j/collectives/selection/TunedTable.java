package org.armci4j.collectives.selection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.TunedValues;
import org.slf4j.LoggerFactory;

/**
 * The table that {@code armci tune --collectives} has made for one transport, in a file of the
 * user's.
 *
 * @param file need not exist
 */
public record TunedTable(Path file) {
  /** The last line of a file that is whole. */
  private static final String END = "# end";

  private static final String REMARK = "# ";
  private static final String PREFIX = "collectives-";
  private static final String SUFFIX = ".table";
  private static final String HOST = "-host";

  /**
   * Names the table for a group's jobs.
   *
   * @param environment the process's
   * @return null where the ranks reach each other's memory, and so take no portable algorithm
   */
  public static TunedTable of(Armci armci, Group group, Map<String, String> environment) {
    GroupSpan span = GroupSpan.of(armci, group);
    if (span == GroupSpan.HOST && armci.domains().sharesMemory()) {
      return null;
    }
    String place = span.name().toLowerCase(Locale.ROOT);
    String name = PREFIX + armci.transportName() + "-" + place + SUFFIX;
    return new TunedTable(TunedValues.folder(environment).resolve(name));
  }

  /**
   * Returns the tables that are there.
   *
   * @param transport whose; null for those of all transports
   * @param environment the process's
   */
  public static List<TunedTable> kept(String transport, Map<String, String> environment) {
    String prefix = transport == null ? PREFIX : PREFIX + transport + "-";
    try (Stream<Path> files = Files.list(TunedValues.folder(environment))) {
      return files
          .filter(file -> isTable(file.getFileName().toString(), prefix))
          .sorted()
          .map(TunedTable::new)
          .toList();
    } catch (IOException | UncheckedIOException none) {
      return List.of();
    }
  }

  private static boolean isTable(String name, String prefix) {
    return name.startsWith(prefix) && name.endsWith(SUFFIX);
  }

  /**
   * Writes the table in place of an earlier one.
   *
   * @param head what it was made of, in one line
   * @param lines all lines
   * @throws IOException when the file cannot be written
   */
  public void write(String head, List<TableLine> lines) throws IOException {
    List<String> texts = new ArrayList<>(List.of(REMARK + head));
    lines.forEach(line -> texts.add(line.toString()));
    texts.add(END);
    TunedValues.replace(file, texts);
  }

  /** Returns the first line, which names the command and its date; empty where there is none. */
  public String head() {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .findFirst()
          .filter(line -> line.startsWith(REMARK))
          .map(line -> line.substring(REMARK.length()))
          .orElse("");
    } catch (IOException | UncheckedIOException e) {
      return "";
    }
  }

  /** Returns whether only jobs take it whose ranks share a host and not its memory. */
  public boolean isOfOneHost() {
    return file.getFileName().toString().endsWith(HOST + SUFFIX);
  }

  /** Returns why jobs ignore the file; empty where it is a whole table. */
  public Optional<String> mistake() {
    try {
      text();
      return Optional.empty();
    } catch (IllegalArgumentException mistake) {
      return Optional.of(mistake.getMessage());
    }
  }

  /** Returns the text; empty, with a warning that says why, where the file is no whole table. */
  String read() {
    try {
      return text();
    } catch (IllegalArgumentException mistake) {
      LoggerFactory.getLogger(TunedTable.class)
          .warn(
              "{} is ignored: {}; run armci tune --collectives again, or delete the file",
              file,
              mistake.getMessage());
      return "";
    }
  }

  /**
   * @throws IllegalArgumentException when the file is no whole table, and why
   */
  private String text() {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.toString(), e);
    }
    if (!text.strip().endsWith(END)) {
      throw new IllegalArgumentException("it is cut off: its last line is not '" + END + "'");
    }
    TableLine.parse(text).forEach(Selection::algorithm);
    return text;
  }
}
