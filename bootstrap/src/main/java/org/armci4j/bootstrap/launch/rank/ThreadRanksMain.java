package org.armci4j.bootstrap.launch.rank;

import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.plan.StallReports;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.armci4j.bootstrap.launch.streams.OutputSink;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.SetupProblem;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs all ranks of a job as threads of this JVM. Each rank has its own thread group, by which its
 * threads know their rank. Each rank also has its own class loader for the program's classes, and
 * so its own statics of the program. The runtime's classes are shared.
 *
 * <p>State of the JVM as a whole is shared too: system properties and {@link System#setOut} hold
 * for all ranks. {@link System#exit} ends one rank, where the JDK announces the call beforehand.
 * With code 0 it ends the JVM when all ranks have ended. With another code, or from a rank that has
 * not closed its runtime, it is a failure.
 */
public final class ThreadRanksMain {
  private final LocalJob job;
  private final OutputSink errors;
  private final Duration grace;
  private final CountDownLatch running;
  private final AtomicBoolean ending = new AtomicBoolean();
  private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

  /** The exit code for the failure of each rank that has failed. */
  private final Map<Integer, Integer> codes = new ConcurrentHashMap<>();

  /** Kept, as logging holds the logger, and its handler, by a weak reference only. */
  @SuppressWarnings("UnusedVariable")
  private final Logger exitLog = ExitLog.listen(this::exits);

  /** The thread that ends the JVM after a failure. */
  private volatile Thread ender;

  private ThreadRanksMain(LocalJob job, OutputSink errors, Duration grace) {
    this.job = job;
    this.errors = errors;
    this.grace = grace;
    this.running = new CountDownLatch(job.size());
  }

  /**
   * Starts the ranks; only the launcher starts this class.
   *
   * @param args the launcher's process id, the number of ranks, whether lines are labelled, the
   *     grace period of the other ranks after a failure, which ranks get the input, how long a rank
   *     may wait before a report and whether reports are repeated, the class path of the program,
   *     its main class, its arguments
   */
  public static void main(String[] args) {
    ParentWatch.start(Long.parseLong(args[0]));
    LocalJob job = LocalJob.create(Integer.parseInt(args[1]), Boolean.getBoolean("armci.terminal"));
    OutputSink errors =
        RankStreams.install(job.size(), Boolean.parseBoolean(args[2]), StandardInput.of(args[4]));
    StallReports stall = new StallReports(Duration.parse(args[5]), Boolean.parseBoolean(args[6]));
    StallWatch.start(job, stall, errors);
    List<String> programPath = args[7].isEmpty() ? List.of() : ClassPath.parse(args[7]);
    String[] arguments = Arrays.copyOfRange(args, 9, args.length);
    try {
      new ThreadRanksMain(job, errors, Duration.parse(args[3]))
          .start(programPath, args[8], arguments);
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
    for (Thread rank : ranks) {
      rank.start();
    }
  }

  private Thread thread(int rank, MainMethod program, String[] arguments) {
    RankThreadGroup group = new RankThreadGroup(job.membership(rank), thrown -> fail(rank, thrown));
    return new Thread(group, () -> run(rank, program, arguments), "rank-" + rank);
  }

  private void run(int rank, MainMethod program, String[] arguments) {
    try {
      program.run(arguments);
      awaitOtherThreads();
    } catch (Throwable thrown) {
      fail(rank, thrown);
      return;
    }
    if (job.isMember(rank)) {
      endAfterFailure(rank, "ended without closing Armci", RankExit.FAILED);
    } else {
      hasEnded(rank);
    }
  }

  /** Waits for the program's other threads, which may go on after {@code main} has returned. */
  private static void awaitOtherThreads() throws InterruptedException {
    for (Thread other = otherThread(); other != null; other = otherThread()) {
      other.join();
    }
  }

  private static Thread otherThread() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[2 * group.activeCount() + 1];
    int count = group.enumerate(threads);
    return Arrays.stream(threads, 0, count)
        .filter(thread -> !thread.equals(Thread.currentThread()) && !thread.isDaemon())
        .findFirst()
        .orElse(null);
  }

  private void hasEnded(int rank) {
    if (ended.add(rank)) {
      running.countDown();
    }
  }

  /** Handles an exception that has ended a thread of a rank. */
  private void fail(int rank, Throwable thrown) {
    if (thrown instanceof SetupProblem) {
      endBeforeStart(thrown);
    } else {
      RankExit.report(rank, thrown);
      endAfterFailure(rank, "threw " + thrown, RankExit.FAILED);
    }
  }

  /** Ends the JVM for a problem of set-up, which the first rank that finds it prints for all. */
  private void endBeforeStart(Throwable problem) {
    if (ending.compareAndSet(false, true)) {
      errors.message(problem.getMessage());
      exit(RankExit.USAGE);
    }
  }

  /**
   * Ends the rank whose thread has called {@link System#exit}. Returns, and so lets the JVM end
   * with this code, when all other ranks have ended.
   */
  private void exits(int code) {
    int rank = RankStreams.currentRank();
    if (rank < 0 || Thread.currentThread().equals(ender)) {
      return;
    }
    if (code != 0) {
      endAfterFailure(rank, "exited with code " + code, code);
    } else if (job.isMember(rank)) {
      endAfterFailure(rank, "exited without closing Armci", RankExit.FAILED);
    } else {
      hasEnded(rank);
      await(running);
      if (!ending.get()) {
        return;
      }
    }
    await(new CountDownLatch(1)); // another thread ends the JVM
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException endNow) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Gives the other ranks time to end by themselves and to print their own messages on the failure.
   */
  private void endAfterFailure(int rank, String reason, int code) {
    codes.putIfAbsent(rank, code); // before any other thread can learn of the failure
    job.fail(rank, reason);
    boolean first = ending.compareAndSet(false, true);
    hasEnded(rank); // after ending is set: a rank that has exited well reads it next
    if (!first) {
      return;
    }
    try {
      running.await(grace.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException endNow) {
      Thread.currentThread().interrupt();
    }
    Failure failure = job.failure();
    errors.message(Text.format("rank %d %s; the job was ended", failure.rank(), failure.reason()));
    exit(codes.getOrDefault(failure.rank(), RankExit.FAILED));
  }

  private void exit(int code) {
    ender = Thread.currentThread();
    RankExit.exit(code);
  }
}
