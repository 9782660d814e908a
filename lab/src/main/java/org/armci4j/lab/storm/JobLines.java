package org.armci4j.lab.storm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects what the launcher and the ranks of a job without failed ranks say, each line with its
 * time. Two threads read the launcher's streams.
 */
final class JobLines {
  /** What a line tells. */
  enum LineKind {
    /** The launcher: the job goes on without a rank, or starts it again. */
    LOSS,

    /** A rank: the others go on. */
    PROGRESS,

    /** A rank: the bytes of some are lost, so all begin anew. */
    NO_SAVE,

    /** A rank: the result. */
    RESULT,

    /** Anything else. */
    OTHER
  }

  /**
   * A line.
   *
   * @param nanos when it was read
   * @param found the rank that is lost, the step, or the checksum or norm; empty for others
   * @param text the whole line
   */
  record Line(LineKind kind, long nanos, String found, String text) {}

  private static final Pattern LOSS =
      Pattern.compile(
          "armci: rank (\\d+) \\(.*; (?:the job goes on without it \\(onFailure\\)"
              + "|rank \\d+ starts again, epoch \\d+ \\(--spares\\))");
  private static final Pattern PROGRESS =
      Pattern.compile(
          "(?:\\d+ ranks go on from step| epoch \\d+ goes on after iteration) (\\d+).*");
  private static final Pattern NO_SAVE = Pattern.compile(".*no save is whole: .* of step (\\d+).*");
  private static final Pattern RESULT =
      Pattern.compile(
          "(?:after \\d+ steps \\d+ ranks have a plate with the checksum| L2 norm +=) +(\\S+)");

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final List<Line> lines = new ArrayList<>();
  private int readers = 2;

  /** Begins to read the streams of a launcher. */
  JobLines(Process launcher) {
    Thread.ofPlatform().daemon().start(() -> read(launcher.getInputStream()));
    Thread.ofPlatform().daemon().start(() -> read(launcher.getErrorStream()));
  }

  private void read(InputStream stream) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        add(parse(text, System.nanoTime()));
      }
    } catch (IOException closed) {
      // As at its end.
    }
    lock.lock();
    try {
      readers--;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void add(Line line) {
    lock.lock();
    try {
      lines.add(line);
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns what a line tells that was read at a time. */
  static Line parse(String text, long nanos) {
    for (LineKind kind :
        List.of(LineKind.LOSS, LineKind.PROGRESS, LineKind.NO_SAVE, LineKind.RESULT)) {
      Matcher matcher =
          switch (kind) {
            case LOSS -> LOSS.matcher(text);
            case PROGRESS -> PROGRESS.matcher(text);
            case NO_SAVE -> NO_SAVE.matcher(text);
            default -> RESULT.matcher(text);
          };
      if (matcher.matches()) {
        return new Line(kind, nanos, matcher.group(1), text);
      }
    }
    return new Line(LineKind.OTHER, nanos, "", text);
  }

  /** Returns all lines so far, in the order in which they were read. */
  List<Line> all() {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the first loss, or the end of the streams; returns whether there is one. */
  boolean awaitLoss(long limitNanos) throws InterruptedException {
    long left = limitNanos;
    lock.lock();
    try {
      while (lines.stream().noneMatch(line -> line.kind() == LineKind.LOSS)) {
        if (left <= 0 || readers == 0) {
          return false;
        }
        left = more.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the end of both streams. */
  void awaitEnd() throws InterruptedException {
    long left = TimeUnit.SECONDS.toNanos(5);
    lock.lock();
    try {
      while (readers > 0 && left > 0) {
        left = more.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
