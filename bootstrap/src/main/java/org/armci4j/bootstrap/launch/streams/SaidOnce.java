package org.armci4j.bootstrap.launch.streams;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentMap;

/**
 * Drops lines of a rank's standard error that begin with {@code "armci: "} and that another rank
 * has printed already. Every rank finds the same problem of a job's set-up and prints it.
 */
public final class SaidOnce extends OutputStream {
  private static final byte[] BEGINNING = "armci: ".getBytes(StandardCharsets.US_ASCII);

  private static final int LONGEST_BYTES = 64 * 1024;

  private final OutputStream next;
  private final int rank;
  private final ConcurrentMap<String, Integer> said;

  /** Bytes of a line that may still be one to drop. */
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();

  private boolean holding = true;

  /**
   * Makes a filter in front of {@code next}, which it closes with itself.
   *
   * @param next gets the bytes
   * @param rank the rank
   * @param said the rank that was first to print each line, shared by all ranks
   */
  public SaidOnce(OutputStream next, int rank, ConcurrentMap<String, Integer> said) {
    this.next = next;
    this.rank = rank;
    this.said = said;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int sizeBytes) throws IOException {
    int end = offset + sizeBytes;
    int from = offset;
    while (from < end) {
      int to = holding ? from + 1 : afterLine(bytes, from, end);
      if (holding) {
        hold(bytes[from]);
      } else {
        next.write(bytes, from, to - from);
        holding = bytes[to - 1] == '\n';
      }
      from = to;
    }
  }

  private static int afterLine(byte[] bytes, int from, int end) {
    int to = from;
    while (to < end && bytes[to] != '\n') {
      to++;
    }
    return Math.min(to + 1, end);
  }

  private void hold(byte value) throws IOException {
    held.write(value);
    int count = held.size();
    boolean begins = count > BEGINNING.length || value == BEGINNING[count - 1];
    if (value == '\n') {
      if (!begins || isFirst(held.toString(StandardCharsets.UTF_8))) {
        release();
      }
      held.reset();
    } else if (!begins || count == LONGEST_BYTES) {
      release();
      holding = false;
    }
  }

  private boolean isFirst(String line) {
    Integer other = said.putIfAbsent(line, rank);
    return other == null || other == rank;
  }

  private void release() throws IOException {
    next.write(held.toByteArray());
    held.reset();
  }

  @Override
  public void close() throws IOException {
    release();
    next.close();
  }
}
