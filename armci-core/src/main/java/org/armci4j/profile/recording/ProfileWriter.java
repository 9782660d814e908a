package org.armci4j.profile.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.armci4j.bootstrap.text.Text;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a rank's profile to a file, again and again while the rank goes on: so a rank that is
 * killed leaves what it had recorded.
 */
final class ProfileWriter implements AutoCloseable {
  private static final long PERIOD_MILLIS = 1000;

  /** A trace is large. */
  private static final long TRACE_PERIOD_MILLIS = 5000;

  private final Path folder;

  /** Of a rank's openings, the names are in the order of time. */
  private final String name;

  private final Function<Boolean, RankProfile> profile;
  private final Supplier<RankTrace> trace;
  private final ScheduledExecutorService timer;
  private final Thread atExit = new Thread(() -> write(false), "armci-profile-end");
  private boolean over;

  /**
   * Begins to write.
   *
   * @param folder a folder; nothing is written if it is not on this host
   * @param profile makes a profile, and is told whether the rank has closed its runtime
   * @param trace makes a trace; null where none is wanted
   */
  ProfileWriter(
      String folder, int rank, Function<Boolean, RankProfile> profile, Supplier<RankTrace> trace) {
    // A rank may open its runtime more than once: each time it writes another file.
    this.folder = Path.of(folder);
    this.name = Text.format("%d-%016x", rank, System.nanoTime());
    this.profile = profile;
    this.trace = trace;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().daemon().name("armci-profile-" + rank).unstarted(work));
    long period = trace == null ? PERIOD_MILLIS : TRACE_PERIOD_MILLIS;
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(() -> write(false), period, period, TimeUnit.MILLISECONDS);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  private synchronized void write(boolean isLast) {
    if (over) {
      return;
    }
    over = isLast;
    try {
      RecordFile.write(file(RankProfile.FILE_END), profile.apply(isLast));
      if (trace != null) {
        RecordFile.write(file(RankTrace.FILE_END), trace.get());
      }
    } catch (IOException e) {
      // The launcher says which ranks' profiles are missing; the program must not fail for it.
      Logger log = LoggerFactory.getLogger(ProfileWriter.class);
      log.debug("the profile is not written to {}", folder, e);
    }
  }

  private Path file(String end) {
    return folder.resolve(name + end);
  }

  /** Writes no more, and deletes what it has written. */
  synchronized void discard() {
    over = true;
    stop();
    try {
      Files.deleteIfExists(file(RankProfile.FILE_END));
      Files.deleteIfExists(file(RankTrace.FILE_END));
    } catch (IOException e) {
      LoggerFactory.getLogger(ProfileWriter.class).debug("a profile stays in {}", folder, e);
    }
  }

  @Override
  public void close() {
    write(true);
    stop();
  }

  private void stop() {
    timer.shutdown();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException ending) {
      // The hook runs, and finds that the last profile is written.
    }
  }
}
