package org.armci4j.lab.storm;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.launch.sweep.ProcessState;
import org.armci4j.lab.storm.StormProcess.Role;

/** One job under attack: the signals to it, and its leftovers. */
final class StormJob implements AutoCloseable {
  /** A signal that was sent, and the role of its target. */
  record Hit(String signal, Role role) {
    @Override
    public String toString() {
      return "SIG" + signal + " to " + role.name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long LOOK_NANOS = 5_000_000;

  private final JobShape shape;
  private final AttackedJob job;
  private final List<Hit> hits = new ArrayList<>();
  private final List<StormProcess> stopped = new ArrayList<>();

  /**
   * Starts a job.
   *
   * @param directory an empty directory for all files of the job
   * @param name a name that no other job has
   */
  StormJob(JobShape shape, Path directory, String name) throws IOException {
    List<String> words = new ArrayList<>(shape.options());
    words.addAll(List.of("--jvm-arg=-XX:TieredStopAtLevel=1", StormProgram.class.getName()));
    this.shape = shape;
    this.job = new AttackedJob(directory, name, Map.of(), words, Redirect.DISCARD);
  }

  /** Waits for the time of a blow and strikes. Does nothing if no process is left. */
  void strike(Blow blow) throws IOException, InterruptedException {
    LockSupport.parkNanos(blow.afterNanos());
    StormProcess victim = blow.victim(job.processes());
    if (victim != null && victim.send(blow.signal())) {
      hits.add(new Hit(blow.signal(), victim.role()));
      if (blow.signal().equals("STOP")) {
        stopped.add(victim);
      }
    }
  }

  /** Returns the signals that found a process, in their order. */
  List<Hit> hits() {
    return hits;
  }

  /**
   * Waits until the job has ended. Resumes processes that may stay stopped for as long as the user
   * likes.
   *
   * @param limitNanos time limit
   * @return how long it took, or -1 if a process is left
   */
  long awaitEnd(long limitNanos) throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<StormProcess> left = job.processes();
    while (!left.isEmpty()) {
      if (System.nanoTime() - start > limitNanos) {
        return -1;
      }
      resumeWhatMayBeStopped(left);
      LockSupport.parkNanos(LOOK_NANOS);
      left = job.processes();
    }
    job.launcher().waitFor();
    return System.nanoTime() - start;
  }

  /**
   * Resumes stopped processes that nothing in the job would end. These are a launcher whose ranks
   * have ended, with its agents and its ranks' children left; and, if all ranks are one process,
   * that process or its launcher, while the launcher lives. Only the user knows how long such a
   * stop should last.
   */
  private void resumeWhatMayBeStopped(List<StormProcess> left)
      throws IOException, InterruptedException {
    for (StormProcess one : stopped) {
      boolean noRankIsLeft =
          one.role() == Role.LAUNCHER && left.stream().noneMatch(p -> p.role() == Role.RANK);
      boolean keepsNobodyWaiting =
          (one.role() == Role.RANK || one.role() == Role.LAUNCHER)
              && shape.isOneProcess()
              && job.launcher().isAlive();
      if ((noRankIsLeft || keepsNobodyWaiting) && ProcessState.isStopped(one.id())) {
        one.send("CONT");
      }
    }
  }

  /** Returns a line for each leftover: processes, then files. */
  List<String> leftovers() throws IOException {
    return job.leftovers();
  }

  /** Ends the leftover processes and removes all files. */
  @Override
  public void close() throws IOException {
    job.close();
  }
}
