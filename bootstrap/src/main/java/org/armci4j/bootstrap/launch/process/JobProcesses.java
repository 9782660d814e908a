package org.armci4j.bootstrap.launch.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.sweep.JobSweep;

/**
 * All processes of a job, to be ended together. Ends them by itself when the launcher's JVM ends
 * for whatever reason it can notice: an exit, SIGINT, SIGTERM, SIGHUP.
 */
public final class JobProcesses {
  private static final long TERMINATE_NANOS = 300_000_000;
  private static final long KILL_NANOS = 300_000_000;
  private static final long LAST_OUTPUT_NANOS = 100_000_000;

  private final List<RankProcess> processes = new ArrayList<>();
  private final Set<Path> swept = new HashSet<>();
  private String jobId;
  private Path socket;
  private Guardian guardian;
  private boolean stopped;

  /** No processes yet; whatever is started is ended before this JVM ends. */
  public JobProcesses() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopBeforeExit, "armci-stop"));
  }

  /** Starts one more, unless all were ended already. */
  public synchronized <T extends RankProcess> T start(Supplier<T> starter) {
    if (stopped) {
      throw new LaunchException("the launcher was ended while it started the ranks");
    }
    T process = starter.get();
    processes.add(process);
    return process;
  }

  /** Names a directory in which a process that is killed may leave a file. */
  synchronized void sweepAfterwards(Path directory) {
    swept.add(directory);
  }

  /**
   * Names the job by which {@link JobSweep} finds what killed ranks leave.
   *
   * @param meeting the socket at which they meet, which is left if all are killed; or null
   */
  synchronized void sweepJob(String job, Path meeting) {
    jobId = job;
    socket = meeting;
  }

  /**
   * From here on a {@link Guardian} ends what is left when this process is killed. A second call
   * does nothing.
   */
  synchronized void guard() {
    if (jobId != null && guardian == null && !stopped) {
      guardian = Guardian.start(jobId, socket, swept);
    }
  }

  /** Whether all were ended, as by a signal to the launcher. */
  public synchronized boolean isStopped() {
    return stopped;
  }

  /** What the end of the launcher's JVM does: takes 0.7 s at most, even when nobody reads. */
  private void stopBeforeExit() {
    stop();
    try {
      awaitOutput(LAST_OUTPUT_NANOS);
    } catch (InterruptedException enough) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends all that still run: asks by SIGTERM, insists by SIGKILL. Takes 0.6 s at most. Nothing is
   * left.
   */
  public void stop() {
    List<RankProcess> all = close();
    all.forEach(RankProcess::terminate);
    try {
      awaitExits(all, TERMINATE_NANOS);
      all.forEach(RankProcess::kill);
      awaitExits(all, KILL_NANOS);
    } catch (InterruptedException insist) {
      all.forEach(RankProcess::kill);
      Thread.currentThread().interrupt();
    }
    // What ranks that end well have started may be meant to stay.
    if (jobId() != null && all.stream().anyMatch(JobProcesses::hasFailed)) {
      JobSweep.killAll(jobId());
    }
    directories().forEach(NamelessFiles::sweep);
    dismissGuardian();
  }

  private synchronized void dismissGuardian() {
    if (guardian != null) {
      guardian.dismiss();
      guardian = null;
    }
  }

  /** The process of a rank; the first one when the ranks share it. */
  public synchronized RankProcess get(int rank) {
    return processes.get(rank);
  }

  /** Does something with each of them, in the order in which they were started. */
  public void forEach(Consumer<RankProcess> action) {
    snapshot().forEach(action);
  }

  /** Waits until everything that they have printed is delivered, or until the time is over. */
  public void awaitOutput(long timeoutNanos) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNanos;
    for (RankProcess process : snapshot()) {
      process.awaitOutput(deadline);
    }
  }

  private synchronized List<RankProcess> close() {
    stopped = true;
    return snapshot();
  }

  private synchronized List<RankProcess> snapshot() {
    return List.copyOf(processes);
  }

  private synchronized String jobId() {
    return jobId;
  }

  private static boolean hasFailed(RankProcess process) {
    try {
      return !process.awaitExit(0) || process.exitCode() != 0;
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
