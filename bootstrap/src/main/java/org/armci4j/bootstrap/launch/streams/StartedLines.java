package org.armci4j.bootstrap.launch.streams;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes relays pass on lines that their ranks have started and not ended, such as a prompt or dots
 * that show progress. Uses a thread of its own, from the first such line on.
 */
final class StartedLines {
  /** How long a started line waits for its end. */
  static final long AFTER_NANOS = 50_000_000;

  private final DelayQueue<Due> waiting = new DelayQueue<>();
  private final AtomicBoolean running = new AtomicBoolean();

  /**
   * Group of the thread: the first line may come from a rank's thread, and the thread must outlive
   * that rank.
   */
  private final ThreadGroup group = Thread.currentThread().getThreadGroup();

  /** Makes {@code relay} look at its started line after {@link #AFTER_NANOS}. */
  void add(LineRelay relay) {
    waiting.add(new Due(relay, System.nanoTime() + AFTER_NANOS));
    if (running.compareAndSet(false, true)) {
      Thread.ofPlatform().group(group).name("armci-started-lines").daemon().start(this::pass);
    }
  }

  private void pass() {
    try {
      while (true) {
        waiting.take().relay.passStartedLine();
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** Holds a relay, and when it looks. */
  private record Due(LineRelay relay, long nanos) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(nanos - ((Due) other).nanos);
    }
  }
}
