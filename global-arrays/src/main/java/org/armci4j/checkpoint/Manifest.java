package org.armci4j.checkpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.armci4j.bootstrap.text.Text;

/**
 * What a checkpoint has, as lines of text: a head with the version, the step and the number of
 * ranks, one line for each member, and the CRC32C of all lines before.
 *
 * @param step the number that the program gave
 * @param ranks how many ranks have saved it
 * @param members in the order of their names
 */
record Manifest(long step, int ranks, List<SavedMember> members) {
  static final String FILE = "manifest";
  static final int VERSION = 1;
  private static final String TITLE = "armci4j checkpoint ";
  private static final String SUM = "crc32c ";

  /**
   * One member of a checkpoint.
   *
   * @param kind {@code array}, {@code memory} or {@code bytes}
   * @param crc of its whole file
   * @param form the type and shape of an array, otherwise the size of each rank's part
   */
  record SavedMember(String kind, String name, int crc, String form) {}

  String encode() {
    StringBuilder text = new StringBuilder();
    text.append(Text.format("%s%d\nstep %d\nranks %d\n", TITLE, VERSION, step, ranks));
    for (SavedMember member : members) {
      text.append(
          Text.format("%s %s %08x %s\n", member.kind, member.name, member.crc, member.form));
    }
    return text + SUM + checksum(text.toString()) + "\n";
  }

  private static String checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return Text.format("%08x", crc.getValue());
  }

  /**
   * Returns the version of a text, which may be that of a later armci4j. Every version has the same
   * first and last line.
   *
   * @throws IOException when the text is damaged
   */
  static int version(String text) throws IOException {
    int end = text.lastIndexOf(SUM);
    if (end < 0 || !text.substring(end).equals(SUM + checksum(text.substring(0, end)) + "\n")) {
      throw new IOException("the manifest is damaged: its last line is not the CRC32C of the rest");
    }
    return (int) number(text.substring(0, text.indexOf('\n')));
  }

  /** Reads a text of this {@link #version}. */
  static Manifest decode(String text) {
    List<String> lines = text.lines().toList();
    List<SavedMember> members = new ArrayList<>();
    for (String line : lines.subList(3, lines.size() - 1)) {
      String[] words = line.split(" ", 4);
      members.add(
          new SavedMember(words[0], words[1], Integer.parseUnsignedInt(words[2], 16), words[3]));
    }
    return new Manifest(number(lines.get(1)), (int) number(lines.get(2)), members);
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }

  /** Reads the text of the manifest in the folder of a checkpoint. */
  static String read(Path folder) throws IOException {
    return Files.readString(folder.resolve(FILE), StandardCharsets.ISO_8859_1);
  }
}
