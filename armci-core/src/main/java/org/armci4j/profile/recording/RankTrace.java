package org.armci4j.profile.recording;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the threads of one rank did, one after the other, as a file carries it to the launcher.
 *
 * @param rank the rank
 * @param host what the rank's host is named; times of one host have one clock
 * @param startNanos when the rank had opened its runtime, by {@link System#nanoTime}
 * @param threads its threads
 */
public record RankTrace(int rank, String host, long startNanos, List<ThreadTrace> threads) {
  /** End of the name of a rank's file. */
  public static final String FILE_END = ".trace";

  /**
   * What one thread did.
   *
   * @param name the thread's name
   * @param dropped number of spans that came before those that are kept
   * @param spans the spans, in the order of their ends
   */
  public record ThreadTrace(String name, long dropped, List<Span> spans) {}

  /**
   * One operation, wait or collective.
   *
   * @param name what it is
   * @param peer the other rank; negative if there is none or it is not known
   * @param bytes number of bytes; 0 for waits and collectives
   * @param startNanos its begin, by {@link System#nanoTime}
   * @param nanos how long it took
   */
  public record Span(String name, int peer, long bytes, long startNanos, long nanos) {}

  void write(DataOutputStream out) throws IOException {
    out.writeInt(rank);
    out.writeUTF(host);
    out.writeLong(startNanos);
    out.writeInt(threads.size());
    for (ThreadTrace thread : threads) {
      out.writeUTF(thread.name());
      out.writeLong(thread.dropped());
      out.writeInt(thread.spans().size());
      for (Span span : thread.spans()) {
        out.writeUTF(span.name());
        out.writeInt(span.peer());
        out.writeLong(span.bytes());
        out.writeLong(span.startNanos());
        out.writeLong(span.nanos());
      }
    }
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @return what its rank did
   * @throws IOException when it cannot be read
   */
  public static RankTrace read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int rank = in.readInt();
      String host = in.readUTF();
      long startNanos = in.readLong();
      List<ThreadTrace> threads = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        threads.add(new ThreadTrace(in.readUTF(), in.readLong(), readSpans(in)));
      }
      return new RankTrace(rank, host, startNanos, threads);
    }
  }

  private static List<Span> readSpans(DataInputStream in) throws IOException {
    List<Span> spans = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      spans.add(new Span(in.readUTF(), in.readInt(), in.readLong(), in.readLong(), in.readLong()));
    }
    return spans;
  }
}
