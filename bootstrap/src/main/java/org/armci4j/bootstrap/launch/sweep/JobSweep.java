package org.armci4j.bootstrap.launch.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Ends what is left of a job on this host: stopped ranks, and descendants of ranks that outlive
 * them. An orphan's only tie to its job is its inherited environment, so these processes are found
 * by the job's name there.
 */
public final class JobSweep {
  private static final Comparator<ProcessHandle> YOUNGEST_FIRST =
      Comparator.comparing(JobSweep::started)
          .thenComparingLong(ProcessHandle::pid) // for processes of one tick of the kernel's clock
          .reversed();

  private JobSweep() {}

  private static Instant started(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH);
  }

  /**
   * Kills all processes in {@code scope} that belong to this user, apart from this process. Kills
   * agents only if they are stopped and so cannot see the job's end. The youngest process goes
   * first, so that none outlives its parent. Ranks may do this at the same time and kill each
   * other: any survivor goes on with older processes.
   */
  public static void killAll(SweepScope scope) {
    long self = ProcessHandle.current().pid();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(process -> process.pid() != self && mustEnd(process.pid(), scope))
          .sorted(YOUNGEST_FIRST)
          .forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean mustEnd(long pid, SweepScope scope) {
    return isOf(folder(pid), scope.ranks())
        || (isOf(folder(pid), scope.agents()) && ProcessState.isStopped(pid));
  }

  /** Returns whether a process is an agent that runs ranks of {@code jobId}. */
  public static boolean isAgent(long pid, String jobId) {
    return isOf(folder(pid), SweepScope.agent(jobId));
  }

  private static Path folder(long pid) {
    return Path.of("/proc", Long.toString(pid));
  }

  private static boolean isOf(Path process, String variable) {
    if (variable.isEmpty()) {
      return false;
    }
    try {
      String all =
          new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
      return Arrays.asList(all.split("\0")).contains(variable);
    } catch (IOException endedOrOfAnother) {
      return false;
    }
  }
}
