package org.armci4j.profile.recording;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.profile.Counters;

/**
 * What one rank has recorded by some moment, as a file carries it to the launcher.
 *
 * @param host what the rank's host is named; times of one host have one clock
 * @param nanos time since the rank had opened its runtime
 * @param isClosed whether the rank has closed its runtime
 * @param counters its operations
 * @param main time of each activity in the thread that opened the runtime, in nanoseconds
 * @param others the same of all other threads together
 * @param waitedFor nanoseconds of waits of all threads for each rank, where the rank is known
 * @param lines nanoseconds of the program's source lines
 * @param collectives its collectives
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RankProfile(
    String host,
    long nanos,
    boolean isClosed,
    Counters counters,
    long[] main,
    long[] others,
    long[] waitedFor,
    Map<String, Long> lines,
    List<CollectiveProfile> collectives) {

  /** End of the name of a rank's file, whose first word is the rank. */
  public static final String FILE_END = ".profile";

  private static final int VERSION = 1;

  void write(DataOutputStream out) throws IOException {
    out.writeInt(VERSION);
    out.writeUTF(host);
    out.writeLong(nanos);
    out.writeBoolean(isClosed);
    out.writeInt(counters.rank());
    out.writeInt(counters.size());
    writeLongs(out, counters.numbers());
    writeLongs(out, main);
    writeLongs(out, others);
    writeLongs(out, waitedFor);
    out.writeInt(lines.size());
    for (Map.Entry<String, Long> line : lines.entrySet()) {
      out.writeUTF(line.getKey());
      out.writeLong(line.getValue());
    }
    out.writeInt(collectives.size());
    for (CollectiveProfile collective : collectives) {
      collective.write(out);
    }
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @return what its rank has recorded
   * @throws IOException when it cannot be read
   */
  public static RankProfile read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != VERSION) {
        throw new IOException("not a profile of this version: " + file);
      }
      return new RankProfile(
          in.readUTF(),
          in.readLong(),
          in.readBoolean(),
          new Counters(in.readInt(), in.readInt(), readLongs(in)),
          readLongs(in),
          readLongs(in),
          readLongs(in),
          readLines(in),
          readCollectives(in));
    }
  }

  private static Map<String, Long> readLines(DataInputStream in) throws IOException {
    Map<String, Long> lines = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      lines.put(in.readUTF(), in.readLong());
    }
    return lines;
  }

  private static List<CollectiveProfile> readCollectives(DataInputStream in) throws IOException {
    List<CollectiveProfile> collectives = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      collectives.add(CollectiveProfile.read(in));
    }
    return collectives;
  }

  static void writeLongs(DataOutputStream out, long[] numbers) throws IOException {
    out.writeInt(numbers.length);
    for (long number : numbers) {
      out.writeLong(number);
    }
  }

  static long[] readLongs(DataInputStream in) throws IOException {
    long[] numbers = new long[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readLong();
    }
    return numbers;
  }
}
