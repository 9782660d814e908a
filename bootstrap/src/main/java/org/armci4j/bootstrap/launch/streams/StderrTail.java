package org.armci4j.bootstrap.launch.streams;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Passes a rank's standard error on and remembers its end, to repeat it if the rank has failed. */
public final class StderrTail extends OutputStream {
  private static final int REMEMBERED_BYTES = 4096;
  private static final int LINES = 12;

  /** Half a screen of text. */
  private static final long SCREEN_BYTES = 1000;

  private final OutputStream next;
  private final OutputSink sink;
  private final byte[] end = new byte[REMEMBERED_BYTES];
  private int count;
  private long sinkBytes;

  /**
   * Makes the tail of one rank.
   *
   * @param next gets the bytes
   * @param sink the final stream, shared with other ranks
   */
  public StderrTail(OutputStream next, OutputSink sink) {
    this.next = next;
    this.sink = sink;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int sizeBytes) throws IOException {
    int taken = Math.min(sizeBytes, REMEMBERED_BYTES);
    int kept = Math.min(count, REMEMBERED_BYTES - taken);
    System.arraycopy(end, count - kept, end, 0, kept);
    System.arraycopy(bytes, offset + sizeBytes - taken, end, kept, taken);
    count = kept + taken;
    next.write(bytes, offset, sizeBytes);
    sinkBytes = sink.writtenBytes();
  }

  @Override
  public synchronized void close() throws IOException {
    boolean near = isNear();
    next.close();
    sinkBytes = near ? sink.writtenBytes() : sinkBytes;
  }

  /** Returns whether little enough was written since that a user still sees the end. */
  public synchronized boolean isNear() {
    return sink.writtenBytes() - sinkBytes <= SCREEN_BYTES;
  }

  /** Returns the error by which a JVM says that its memory is used up, or null. */
  public String lackOfMemory() {
    for (String line : lines()) {
      int error = line.indexOf("java.lang.OutOfMemoryError");
      if (line.startsWith("Terminating due to") && error > 0) {
        return line.substring(error);
      }
    }
    return null;
  }

  /** Returns the last lines, the first of them perhaps without its beginning. */
  public synchronized List<String> lines() {
    List<String> all = new String(end, 0, count, StandardCharsets.UTF_8).lines().toList();
    return all.subList(Math.max(0, all.size() - LINES), all.size());
  }
}
