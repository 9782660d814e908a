package org.armci4j.bootstrap.launch.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.armci4j.bootstrap.files.LibraryFolder;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.sweep.JobSweep;
import org.armci4j.bootstrap.launch.sweep.SweepScope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds all processes of a job, to end them together. Ends them by itself when the launcher's JVM
 * ends in a way that it can notice: an exit, SIGINT, SIGTERM, SIGHUP.
 */
public final class JobProcesses {
  private static final Duration TERMINATE = Duration.ofMillis(300);
  private static final Logger LOG = LoggerFactory.getLogger(JobProcesses.class);

  private static final long KILL_NANOS = 300_000_000;
  private static final long LAST_OUTPUT_NANOS = 100_000_000;

  /** Signals that end a process without a handler for them. */
  private static final List<String> ENDING_SIGNALS = List.of("INT", "TERM", "HUP");

  private final List<RankProcess> processes = new ArrayList<>();

  /** Processes whose places others have taken. */
  private final List<RankProcess> former = new ArrayList<>();

  /** Lets one thread stop the processes at a time; the next one then finds nothing left. */
  private final ReentrantLock stopping = new ReentrantLock();

  private final Set<Path> swept = new HashSet<>();
  private SweepScope scope;
  private Path socket;
  private Path libraries;
  private Guardian guardian;
  private boolean stopped;
  private Duration ending = TERMINATE;
  private Runnable onEnding = () -> {};

  /** Makes an empty set. All processes started later are ended before this JVM ends. */
  public JobProcesses() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopBeforeExit, "armci-stop"));
  }

  /**
   * Sets how long the processes may take to end when this JVM is told to end.
   *
   * @param told called when the processes get that time
   */
  public synchronized void giveTimeToEnd(Duration time, Runnable told) {
    ending = time;
    onEnding = told;
  }

  /** Starts a process, unless all were ended already. */
  public synchronized <T extends RankProcess> T start(Supplier<T> starter) {
    if (stopped) {
      throw new LaunchException("the launcher was ended while it started the ranks");
    }
    T process = starter.get();
    processes.add(process);
    return process;
  }

  /**
   * Starts a process in the place of its rank's old one, which has ended; as the last one if there
   * is none.
   */
  public synchronized <T extends RankProcess> T startAgain(Supplier<T> starter) {
    T process = start(starter);
    for (int i = 0; i < processes.size() - 1; i++) {
      if (processes.get(i).rank() == process.rank()) {
        processes.removeLast();
        former.add(processes.set(i, process));
        break;
      }
    }
    return process;
  }

  /** Adds a directory in which a killed process may leave a file. */
  synchronized void sweepAfterwards(Path directory) {
    swept.add(directory);
  }

  /**
   * Sets the scope in which {@link JobSweep} finds the remains of killed ranks.
   *
   * @param meeting the socket at which the ranks meet, which remains if all are killed; or null
   * @param unpacked the {@link LibraryFolder} of the ranks
   */
  synchronized void sweep(SweepScope ranks, Path meeting, Path unpacked) {
    scope = ranks;
    socket = meeting;
    libraries = unpacked;
  }

  /**
   * Starts a {@link Guardian}, which ends the remaining processes when this process is killed. A
   * second call does nothing.
   */
  synchronized void guard() {
    if (scope != null && guardian == null && !stopped) {
      guardian = Guardian.start(scope, socket, libraries, swept);
    }
  }

  /** Returns whether all processes were ended, as by a signal to the launcher. */
  public synchronized boolean isStopped() {
    return stopped;
  }

  /** Ends the processes when the launcher's JVM ends. A second signal hastens that. */
  private void stopBeforeExit() {
    if (snapshot().stream().anyMatch(JobProcesses::runs)) {
      killAtASecondSignal();
      onEnding().run();
      stop(ending());
    } else {
      stop();
    }
    try {
      awaitOutput(LAST_OUTPUT_NANOS);
    } catch (InterruptedException enough) {
      Thread.currentThread().interrupt();
    }
  }

  private void killAtASecondSignal() {
    for (String name : ENDING_SIGNALS) {
      try {
        JvmSignal.handle(name, () -> forEach(RankProcess::kill));
      } catch (ReflectiveOperationException unavailable) {
        LOG.debug("a second SIG{} hastens nothing", name, unavailable);
      }
    }
  }

  /** Ends all running processes: by SIGTERM, then by SIGKILL. Takes at most 0.6 s. */
  public void stop() {
    stop(TERMINATE);
  }

  /** Does the same with {@code patience} between SIGTERM and SIGKILL. */
  public void stop(Duration patience) {
    stopping.lock();
    try {
      stopAll(close(), patience);
    } finally {
      stopping.unlock();
    }
  }

  private void stopAll(List<RankProcess> all, Duration patience) {
    all.forEach(RankProcess::terminate);
    all.stream().filter(RankProcess::isStopped).forEach(RankProcess::kill);
    try {
      awaitExits(all, patience.toNanos());
      all.forEach(RankProcess::kill);
      awaitExits(all, KILL_NANOS);
    } catch (InterruptedException insist) {
      all.forEach(RankProcess::kill);
      Thread.currentThread().interrupt();
    }
    // When all ranks have ended well, processes that they started may be meant to stay.
    SweepScope remains = scope();
    if (remains != null && (hasFormer() || all.stream().anyMatch(JobProcesses::hasFailed))) {
      JobSweep.killAll(remains);
    }
    directories().forEach(NamelessFiles::sweep);
    deleteLibraries();
    dismissGuardian();
  }

  /**
   * Makes the folder in which ranks unpack libraries. Returns whether it serves; not when all were
   * ended already, as nobody would delete it then.
   */
  synchronized boolean makeLibraries() {
    return !stopped && LibraryFolder.create(libraries);
  }

  private synchronized void deleteLibraries() {
    if (libraries != null) {
      LibraryFolder.delete(libraries);
    }
  }

  private synchronized void dismissGuardian() {
    if (guardian != null) {
      guardian.dismiss();
      guardian = null;
    }
  }

  /** Returns the process of a rank; the first process when the ranks share it. */
  public synchronized RankProcess get(int rank) {
    return processes.get(rank);
  }

  /** Calls {@code action} for each rank's process, in the order in which ranks were started. */
  public void forEach(Consumer<RankProcess> action) {
    snapshot().forEach(action);
  }

  /** Waits until all output of the processes is delivered, or until the time is over. */
  public void awaitOutput(long timeoutNanos) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNanos;
    for (RankProcess process : all()) {
      process.awaitOutput(deadline);
    }
  }

  private synchronized List<RankProcess> all() {
    List<RankProcess> all = new ArrayList<>(former);
    all.addAll(processes);
    return all;
  }

  private synchronized boolean hasFormer() {
    return !former.isEmpty();
  }

  private synchronized List<RankProcess> close() {
    stopped = true;
    return snapshot();
  }

  private synchronized List<RankProcess> snapshot() {
    return List.copyOf(processes);
  }

  private synchronized SweepScope scope() {
    return scope;
  }

  private synchronized Duration ending() {
    return ending;
  }

  private synchronized Runnable onEnding() {
    return onEnding;
  }

  private static boolean hasFailed(RankProcess process) {
    return runs(process) || process.exitCode() != 0;
  }

  private static boolean runs(RankProcess process) {
    try {
      return !process.awaitExit(0);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private synchronized Set<Path> directories() {
    return Set.copyOf(swept);
  }

  private static void awaitExits(List<RankProcess> all, long timeoutNanos)
      throws InterruptedException {
    long end = System.nanoTime() + timeoutNanos;
    for (RankProcess process : all) {
      process.awaitExit(Math.max(0, end - System.nanoTime()));
    }
  }
}
