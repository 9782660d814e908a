package org.armci4j.testkit.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.StridedSettings;

/**
 * Runs a piece of code on several ranks that are threads of this JVM, for tests.
 *
 * <pre>{@code
 * RankThreads.of(4).run(armci -> assertEquals(4, armci.size()));
 * }</pre>
 */
public final class RankThreads {
  private final int ranks;
  private final Adjustment adjustment;
  private final Duration limit;

  private RankThreads(int ranks, Adjustment adjustment, Duration limit) {
    this.ranks = ranks;
    this.adjustment = adjustment;
    this.limit = limit;
  }

  /** Adjusts the settings of a rank. */
  @FunctionalInterface
  private interface Adjustment {
    SettingsBuilder apply(SettingsBuilder builder, int rank);
  }

  /** Runs on every rank; may throw anything. */
  @FunctionalInterface
  public interface Body {
    /**
     * Runs on one rank.
     *
     * @param armci the rank's open runtime; closed afterwards
     * @throws Exception a failure of the test
     */
    void run(Armci armci) throws Exception;
  }

  /**
   * Returns a job of {@code ranks} ranks, with the settings of the environment and a limit of 60 s.
   * The limit does not count time for which a rank had no core of a busy machine. Shapes that
   * overlap themselves are refused: see {@link StridedSettings#CHECK_OVERLAP}.
   *
   * @param ranks at least 1
   * @return to be refined or run
   */
  public static RankThreads of(int ranks) {
    return new RankThreads(ranks, (builder, _) -> builder, Duration.ofSeconds(60))
        .with(StridedSettings.CHECK_OVERLAP, true);
  }

  /**
   * Returns the same job over another transport.
   *
   * @param name of the transport
   * @return a new job
   */
  public RankThreads over(String name) {
    return with(ArmciSettings.TRANSPORT, name);
  }

  /**
   * Returns the same job with one setting from code, beside those of the environment.
   *
   * @param setting the setting
   * @param value its value
   * @param <T> its type
   * @return a new job
   */
  public <T> RankThreads with(Setting<T> setting, T value) {
    return withEach(setting, _ -> value);
  }

  /**
   * Returns the same job with one setting from code whose value differs by rank.
   *
   * @param setting the setting
   * @param value gives the value of a rank
   * @param <T> its type
   * @return a new job
   */
  public <T> RankThreads withEach(Setting<T> setting, IntFunction<T> value) {
    return new RankThreads(
        ranks,
        (builder, rank) -> adjustment.apply(builder, rank).set(setting, value.apply(rank)),
        limit);
  }

  /**
   * Returns the same job with another limit of time.
   *
   * @param duration after which the run fails
   * @return a new job
   */
  public RankThreads within(Duration duration) {
    return new RankThreads(ranks, adjustment, duration);
  }

  /**
   * Opens every rank, runs the code on all at once, closes them, and waits for all.
   *
   * @param body code of every rank
   * @throws AssertionError when any rank threw: the first that failed by itself is the cause, the
   *     others are suppressed in it; also when the limit of time is reached, with the stack of each
   *     rank that has not ended
   */
  public void run(Body body) {
    report(failures(body));
  }

  /**
   * Runs as {@link #run} does, but returns what ended the ranks that failed or were late.
   *
   * @param body code of every rank
   * @return one for each such rank, in the order in which they failed
   */
  public List<RankFailure> failures(Body body) {
    LocalJob job = LocalJob.create(ranks);
    ConcurrentLinkedQueue<RankFailure> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    CoreWaits waits = new CoreWaits();
    for (int rank = 0; rank < ranks; rank++) {
      Settings settings = adjustment.apply(ArmciSettings.builder(), rank).resolve();
      threads.add(start(job.membership(rank), settings, body, failures, waits));
    }
    try {
      List<RankFailure> late = awaitAll(threads, waits);
      List<RankFailure> all = new ArrayList<>(failures);
      all.addAll(late);
      if (!late.isEmpty()) {
        job.fail(late.getFirst().rank(), late.getFirst().thrown().getMessage());
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      job.fail(0, "the test was interrupted");
      throw new AssertionError("interrupted while the ranks were running", e);
    }
  }

  private static Thread start(
      Membership member,
      Settings settings,
      Body body,
      ConcurrentLinkedQueue<RankFailure> failed,
      CoreWaits waits) {
    Runnable program =
        () -> {
          waits.addThread();
          try (Armci armci = Armci.open(member, settings)) {
            runOne(armci, body, failed);
          } catch (Throwable e) {
            add(failed, member.rank(), e);
          }
        };
    ThreadGroup group = new RankThreadGroup(member);
    Thread thread = new Thread(group, program, "test-rank-" + member.rank());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void runOne(Armci armci, Body body, Queue<RankFailure> failed) throws Exception {
    try {
      body.run(armci);
      armci.barrier();
    } catch (Throwable e) {
      add(failed, armci.rank(), e); // before the others fail because this rank is gone
      armci.abort(e.toString());
      throw e;
    }
  }

  private static void add(Queue<RankFailure> failed, int rank, Throwable thrown) {
    if (failed.stream().noneMatch(one -> one.rank() == rank)) {
      failed.add(new RankFailure(rank, thrown));
    }
  }

  /** Returns one failure for each rank that does not end in time, with its stack. */
  private List<RankFailure> awaitAll(List<Thread> threads, CoreWaits waits)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    for (Thread thread : threads) {
      for (long left = 1; left > 0 && thread.isAlive(); ) {
        left = leftNanos(System.nanoTime() - startNanos, waits);
        thread.join(Duration.ofNanos(Math.max(1, left)));
      }
    }
    List<RankFailure> late = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Thread thread = threads.get(rank);
      StackTraceElement[] stack = thread.getStackTrace();
      if (thread.isAlive() && stack.length > 0) {
        AssertionError error =
            new AssertionError(Text.format("it did not end within %s; it is here:", limit));
        error.setStackTrace(stack);
        late.add(new RankFailure(rank, error));
      }
    }
    return late;
  }

  private long leftNanos(long elapsedNanos, CoreWaits waits) {
    long left = limit.toNanos() - elapsedNanos;
    return left > 0 ? left : left + waits.longestNanos();
  }

  /** Throws one error for all failures. Ranks that ended only because another failed come last. */
  private static void report(List<RankFailure> failures) {
    if (failures.isEmpty()) {
      return;
    }
    List<RankFailure> all = new ArrayList<>(failures);
    all.sort((a, b) -> Boolean.compare(a.isConsequence(), b.isConsequence()));
    RankFailure first = all.getFirst();
    AssertionError error =
        new AssertionError(
            Text.format("rank %d: %s", first.rank(), first.thrown()), first.thrown());
    all.stream().skip(1).forEach(other -> error.addSuppressed(other.thrown()));
    throw error;
  }
}
