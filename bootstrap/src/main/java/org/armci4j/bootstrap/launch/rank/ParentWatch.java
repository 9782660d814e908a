package org.armci4j.bootstrap.launch.rank;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.RendezvousAddress;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.bootstrap.files.SocketFolder;
import org.armci4j.bootstrap.launch.sweep.JobSweep;
import org.armci4j.bootstrap.launch.sweep.ProcessState;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Ends a rank whose launcher has died without a chance to end it, as by SIGKILL, or is stopped for
 * good. The kernel gives the process of a dead one a new parent; this looks for that a few times a
 * second.
 */
public final class ParentWatch {
  private static final long PERIOD_NANOS = 200_000_000;

  /** How often a rank looks whether its agent ends; an agent that is well takes one. */
  private static final int AGENT_LOOKS = 5;

  /** What a shell reports for a process ended by SIGHUP, the signal for "the terminal has gone". */
  public static final int EXIT_CODE = 129;

  private ParentWatch() {}

  static void start(long launcherPid) {
    Thread.ofPlatform().name("armci-parent-watch").daemon().start(() -> watch(launcherPid));
  }

  /**
   * Of a rank that is about to end because the launcher has failed: waits for its agent, which ends
   * too. What a launcher or agent that is stopped or has gone cannot end is ended here: what ranks
   * have started, and ranks that are stopped.
   */
  static void endWithParent(long parentPid) {
    String jobId = System.getenv(RankEnvironment.JOB);
    for (int look = 0; look < AGENT_LOOKS && isAtWork(parentPid, jobId); look++) {
      LockSupport.parkNanos(PERIOD_NANOS);
    }
    ProcessHandle self = ProcessHandle.current();
    if (!isChildOf(parentPid, self) || ProcessState.isStopped(parentPid)) {
      endOthers(self, jobId);
    }
  }

  private static boolean isAtWork(long parentPid, String jobId) {
    return JobSweep.isAgent(parentPid, jobId) && !ProcessState.isStopped(parentPid);
  }

  private static boolean isChildOf(long parentPid, ProcessHandle self) {
    return self.parent().map(ProcessHandle::pid).orElse(-1L) == parentPid;
  }

  private static void endOthers(ProcessHandle self, String jobId) {
    self.descendants().forEach(ProcessHandle::destroyForcibly);
    if (jobId != null) {
      JobSweep.killAll(jobId); // also other ranks: one that is stopped could not end itself
    }
  }

  private static void watch(long launcherPid) {
    ProcessHandle self;
    int stoppedLooks = 0;
    do {
      LockSupport.parkNanos(PERIOD_NANOS); // first: a rank that lives briefly never looks
      self = ProcessHandle.current();
      stoppedLooks = ProcessState.isStopped(launcherPid) ? stoppedLooks + 1 : 0;
    } while (isChildOf(launcherPid, self) && !isTooLong(stoppedLooks));
    end(self);
  }

  /**
   * Whether a launcher, or an agent, that has been stopped for so many looks is lost to the job. It
   * counts looks and no time: a job that was stopped as a whole, and goes on, is well.
   */
  private static boolean isTooLong(int stoppedLooks) {
    if (stoppedLooks == 0 || System.getenv(RankEnvironment.RENDEZVOUS) == null) {
      return false; // a rank without others may wait for its launcher
    }
    Duration timeout =
        Settings.of(List.of(BootstrapSettings.HEARTBEAT_TIMEOUT))
            .ignoreUnknown()
            .resolve()
            .get(BootstrapSettings.HEARTBEAT_TIMEOUT);
    return timeout.isPositive() && stoppedLooks * PERIOD_NANOS > timeout.toNanos();
  }

  private static void end(ProcessHandle self) {
    NamelessFiles.forbid(PERIOD_NANOS); // no launcher is there to sweep after this rank
    String rendezvous = System.getenv(RankEnvironment.RENDEZVOUS);
    Path socket = rendezvous == null ? null : RendezvousAddress.socket(rendezvous);
    if (socket != null) {
      SocketFolder.delete(socket);
    }
    endOthers(self, System.getenv(RankEnvironment.JOB));
    // Not exit: a shutdown hook that waits for another rank would keep this one alive.
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
