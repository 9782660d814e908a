package org.armci4j.bootstrap.launch.streams;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Passes one rank's output to a shared {@link OutputSink} in lines, so that ranks cannot tear each
 * other's lines. A line ends with a newline or, for progress displays that rewrite their line, with
 * a carriage return. Complete lines go out at once, many in one write. The beginning of a line may
 * be a prompt, so it waits {@link StartedLines#AFTER_NANOS} for its end and then goes out as well.
 * The rest of the line follows behind it, or below lines that other ranks have printed since.
 *
 * <p>A line longer than {@value #LONGEST_LINE_BYTES} bytes goes out in pieces, or a rank that never
 * ends its line would fill the launcher's memory.
 */
public final class LineRelay extends OutputStream {
  static final int LONGEST_LINE_BYTES = 1 << 20;

  private final OutputSink sink;
  private final byte[] label;
  private final Pending pending = new Pending();

  /** The byte before the next one; a newline at first, because output starts with a new line. */
  private byte previous = '\n';

  /** Whether a part of the line with which the pending bytes begin has gone out. */
  private boolean begun;

  /** When the oldest byte of a pending started line came, by {@link System#nanoTime}. */
  private long sinceNanos;

  /** Whether {@link StartedLines} will call {@link #passStartedLine}. */
  private boolean awaited;

  /**
   * Makes a relay for one stream of one rank.
   *
   * @param sink gets the lines
   * @param label beginning of every line; may be empty
   */
  public LineRelay(OutputSink sink, byte[] label) {
    this.sink = sink;
    this.label = label.clone();
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int sizeBytes) {
    int end = offset + sizeBytes;
    int rest = afterLastLineEnd(bytes, offset, end);
    if (rest > offset) {
      append(bytes, offset, rest);
      pending.emit();
    }
    boolean starts = pending.size() == 0 && rest < end;
    append(bytes, rest, end);
    if (pending.size() > LONGEST_LINE_BYTES) {
      pending.emit();
    } else if (starts) {
      awaitLineEnd();
    }
  }

  private void awaitLineEnd() {
    sinceNanos = System.nanoTime();
    if (!awaited) {
      awaited = true;
      sink.passLater(this);
    }
  }

  /** Lets out a started line that has waited long enough; else asks for another call. */
  synchronized void passStartedLine() {
    boolean old = System.nanoTime() - sinceNanos >= StartedLines.AFTER_NANOS;
    if (pending.size() > 0 && !(old && pending.begin())) {
      sink.passLater(this);
    } else {
      awaited = false;
    }
  }

  /** Lets out a last line without an end: the rank prints nothing more. */
  @Override
  public synchronized void close() {
    pending.emit();
    sink.leave(this);
  }

  private static int afterLastLineEnd(byte[] bytes, int start, int end) {
    int i = end;
    while (i > start && !endsLine(bytes[i - 1])) {
      i--;
    }
    return i;
  }

  private void append(byte[] bytes, int start, int end) {
    if (label.length == 0) {
      pending.write(bytes, start, end - start);
      return;
    }
    for (int from = start; from < end; ) {
      // The newline of a "\r\n" belongs to the line that the return has ended: no label for it.
      boolean restOfLineEnd = previous == '\r' && bytes[from] == '\n';
      if (endsLine(previous) && !restOfLineEnd) {
        pending.write(label, 0, label.length);
      }
      int to = afterFirstLineEnd(bytes, from, end);
      pending.write(bytes, from, to - from);
      previous = bytes[to - 1];
      from = to;
    }
  }

  private static int afterFirstLineEnd(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && !endsLine(bytes[i])) {
      i++;
    }
    return Math.min(i + 1, end);
  }

  static boolean endsLine(byte value) {
    return value == '\n' || value == '\r';
  }

  /** Holds the bytes that have not gone out. Gives its buffer to the sink without a copy. */
  private final class Pending extends ByteArrayOutputStream {
    void emit() {
      if (count > 0) {
        sink.write(LineRelay.this, begun ? label : null, buf, count);
        clear();
      }
    }

    /** Emits the beginning of a line, unless another rank's started line is in the way. */
    boolean begin() {
      boolean out = sink.begin(LineRelay.this, begun ? label : null, buf, count);
      if (out) {
        clear();
      }
      return out;
    }

    private void clear() {
      begun = !endsLine(buf[count - 1]);
      count = 0;
      if (buf.length > LONGEST_LINE_BYTES) {
        buf = Arrays.copyOf(buf, 0);
      }
    }
  }
}
