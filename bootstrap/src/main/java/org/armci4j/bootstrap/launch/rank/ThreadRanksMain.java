package org.armci4j.bootstrap.launch.rank;

import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.streams.OutputSink;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.SetupProblem;

/**
 * Runs all ranks of a job as threads of this JVM. Each rank has its own thread group, which tells
 * its threads who they are, and its own class loader for the program's classes, so that the
 * program's statics are the rank's own. The runtime's classes are shared.
 *
 * <p>What belongs to the JVM as a whole is shared too: {@link System#exit} ends all ranks, system
 * properties and {@link System#setOut} hold for all of them.
 */
public final class ThreadRanksMain {
  private final LocalJob job;
  private final OutputSink errors;
  private final Duration grace;
  private final CountDownLatch running;
  private final AtomicBoolean ending = new AtomicBoolean();

  private ThreadRanksMain(LocalJob job, OutputSink errors, Duration grace) {
    this.job = job;
    this.errors = errors;
    this.grace = grace;
    this.running = new CountDownLatch(job.size());
  }

  /**
   * Starts the ranks; only the launcher calls it.
   *
   * @param args the launcher's process id, the number of ranks, whether lines are labelled, the
   *     grace for the others when a rank fails, the class path of the program, its main class, its
   *     arguments
   */
  public static void main(String[] args) {
    ParentWatch.start(Long.parseLong(args[0]));
    LocalJob job = LocalJob.create(Integer.parseInt(args[1]), Boolean.getBoolean("armci.terminal"));
    OutputSink errors = RankStreams.install(job.size(), Boolean.parseBoolean(args[2]));
    List<String> programPath = args[4].isEmpty() ? List.of() : ClassPath.parse(args[4]);
    String[] arguments = Arrays.copyOfRange(args, 6, args.length);
    try {
      new ThreadRanksMain(job, errors, Duration.parse(args[3]))
          .start(programPath, args[5], arguments);
    } catch (LaunchException e) {
      errors.message("cannot start the program: " + e.getMessage());
      System.exit(RankExit.USAGE);
    }
  }

  private void start(List<String> programPath, String mainClass, String[] arguments) {
    Thread[] ranks = new Thread[job.size()];
    for (int rank = 0; rank < ranks.length; rank++) {
      URLClassLoader loader = ClassPath.loader(programPath);
      MainMethod program = MainMethod.find(mainClass, loader);
      ranks[rank] = thread(rank, program, arguments.clone());
      ranks[rank].setContextClassLoader(loader);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::sayWhoEndsTheJvm, "armci-exit"));
    for (Thread rank : ranks) {
      rank.start();
    }
  }

  private Thread thread(int rank, MainMethod program, String[] arguments) {
    RankThreadGroup group = new RankThreadGroup(job.membership(rank));
    return new Thread(group, () -> run(rank, program, arguments), "rank-" + rank);
  }

  private void run(int rank, MainMethod program, String[] arguments) {
    try {
      program.run(arguments);
    } catch (Throwable thrown) {
      if (thrown instanceof SetupProblem) {
        endBeforeStart(thrown);
        return;
      }
      RankExit.report(rank, thrown);
      endAfterFailure(rank, "threw " + thrown);
      return;
    }
    if (job.isMember(rank) && !hasMoreThreads()) {
      endAfterFailure(rank, "ended without closing Armci");
      return;
    }
    running.countDown();
  }

  /** The first rank that cannot be set up says why for all; the JVM's end ends the others. */
  private void endBeforeStart(Throwable problem) {
    if (ending.compareAndSet(false, true)) {
      errors.message(problem.getMessage());
      RankExit.exit(RankExit.USAGE);
    }
  }

  /** Whether the program goes on after {@code main} has returned. */
  private static boolean hasMoreThreads() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[2 * group.activeCount() + 1];
    int count = group.enumerate(threads);
    return Arrays.stream(threads, 0, count)
        .anyMatch(thread -> !thread.equals(Thread.currentThread()) && !thread.isDaemon());
  }

  /** Gives the other ranks time to end by themselves, with their own word on the failure. */
  private void endAfterFailure(int rank, String reason) {
    job.fail(rank, reason);
    running.countDown();
    if (!ending.compareAndSet(false, true)) {
      return;
    }
    try {
      running.await(grace.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException endNow) {
      Thread.currentThread().interrupt();
    }
    Failure first = job.failure();
    errors.message("rank %d %s; the job was ended".formatted(first.rank(), first.reason()));
    RankExit.exit(RankExit.FAILED);
  }

  /** A rank that calls {@link System#exit} ends all: say which it was, as nobody else can tell. */
  private void sayWhoEndsTheJvm() {
    if (ending.get() || running.getCount() == 1) {
      return;
    }
    Thread.getAllStackTraces()
        .forEach(
            (thread, frames) -> {
              int rank = RankStreams.rankOf(thread);
              if (rank >= 0 && Arrays.stream(frames).anyMatch(ThreadRanksMain::exits)) {
                errors.message("rank " + rank + " called System.exit, which ends all ranks");
              }
            });
  }

  private static boolean exits(StackTraceElement frame) {
    return frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit");
  }
}
