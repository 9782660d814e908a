package org.armci4j.collectives.selection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.TunedValues;
import org.armci4j.bootstrap.text.Text;
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
    String name = Text.format("collectives-%s-%s.table", armci.transportName(), place);
    return new TunedTable(TunedValues.folder(environment).resolve(name));
  }

  /**
   * Writes the table in place of an earlier one.
   *
   * @param head what it was made of, in one line
   * @param lines all lines
   * @throws IOException when the file cannot be written
   */
  public void write(String head, List<TableLine> lines) throws IOException {
    List<String> texts = new ArrayList<>(List.of("# " + head));
    lines.forEach(line -> texts.add(line.toString()));
    texts.add(END);
    TunedValues.replace(file, texts);
  }

  /** Returns the text; empty, with a warning that says why, where the file is no whole table. */
  String read() {
    try {
      String text = Files.readString(file);
      if (!text.strip().endsWith(END)) {
        return ignored("it is cut off: its last line is not '" + END + "'");
      }
      TableLine.parse(text).forEach(Selection::algorithm);
      return text;
    } catch (IllegalArgumentException mistake) {
      return ignored(mistake.getMessage());
    } catch (IOException e) {
      return ignored(e.toString());
    }
  }

  private String ignored(String reason) {
    LoggerFactory.getLogger(TunedTable.class)
        .warn(
            "{} is ignored: {}; run armci tune --collectives again, or delete the file",
            file,
            reason);
    return "";
  }
}
