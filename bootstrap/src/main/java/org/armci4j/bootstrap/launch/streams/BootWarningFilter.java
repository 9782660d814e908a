package org.armci4j.bootstrap.launch.streams;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Drops the JVM's warning that the Vector API is incubating, for programs that ask for it: the JVM
 * has no option against the warning. Drops only the exact line, and only among the first {@value
 * #BOOT_LINES} lines, which come from the JVM's start.
 */
public final class BootWarningFilter extends OutputStream {
  private static final byte[] WARNING =
      ("WARNING: Using incubator modules: jdk.incubator.vector" + System.lineSeparator())
          .getBytes(StandardCharsets.US_ASCII);

  private static final int BOOT_LINES = 4;

  private final OutputStream next;

  /** Beginning of a line while it can still become the warning. */
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(WARNING.length);

  private int linesLeft = BOOT_LINES;
  private boolean lineDiffers;

  /** Makes a filter in front of {@code next}, which it closes with itself. */
  public BootWarningFilter(OutputStream next) {
    this.next = next;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int sizeBytes) throws IOException {
    int i = offset;
    int end = offset + sizeBytes;
    while (linesLeft > 0 && i < end) {
      inspect(bytes[i++]);
    }
    next.write(bytes, i, end - i);
  }

  private void inspect(byte value) throws IOException {
    if (lineDiffers) {
      next.write(value);
    } else {
      held.write(value);
      int count = held.size();
      lineDiffers = value != WARNING[count - 1];
      if (lineDiffers) {
        release();
      } else if (count == WARNING.length) {
        held.reset();
        linesLeft = 0;
      }
    }
    if (value == '\n') {
      linesLeft--;
      lineDiffers = false;
    }
  }

  private void release() throws IOException {
    byte[] bytes = held.toByteArray();
    held.reset();
    next.write(bytes, 0, bytes.length);
  }

  @Override
  public void close() throws IOException {
    release();
    next.close();
  }
}
