package org.armci4j.bootstrap.launch.rank;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.RendezvousAddress;
import org.armci4j.bootstrap.files.LibraryFolder;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.bootstrap.files.SocketFolder;
import org.armci4j.bootstrap.launch.sweep.JobSweep;
import org.armci4j.bootstrap.launch.sweep.ProcessState;
import org.armci4j.bootstrap.launch.sweep.SweepScope;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Ends a rank whose launcher has died without ending it, as by SIGKILL, or stays stopped. The
 * kernel gives a dead launcher's children a new parent; this class looks for that five times a
 * second.
 */
public final class ParentWatch {
  private static final long PERIOD_NANOS = 200_000_000;

  /** Looks during which a rank waits for its agent to end; a healthy agent needs one. */
  private static final int AGENT_LOOKS = 5;

  /**
   * Exit code of such a rank. A shell reports it for a process ended by SIGHUP, the signal for a
   * terminal that has gone.
   */
  public static final int EXIT_CODE = 129;

  private ParentWatch() {}

  static void start(long launcherPid) {
    Thread.ofPlatform().name("armci-parent-watch").daemon().start(() -> watch(launcherPid));
  }

  /**
   * Prepares the end of a rank whose launcher has failed. Waits a while for the rank's agent, which
   * ends too. If the parent has gone or is stopped, ends in its place what the ranks have started,
   * and ranks that are stopped.
   */
  static void endWithParent(long parentPid) {
    String jobId = System.getenv(RankEnvironment.JOB);
    for (int look = 0; look < AGENT_LOOKS && isAtWork(parentPid, jobId); look++) {
      LockSupport.parkNanos(PERIOD_NANOS);
    }
    ProcessHandle self = ProcessHandle.current();
    if (!isChildOf(parentPid, self) || ProcessState.isStopped(parentPid)) {
      endOthers(self);
    }
  }

  private static boolean isAtWork(long parentPid, String jobId) {
    return JobSweep.isAgent(parentPid, jobId) && !ProcessState.isStopped(parentPid);
  }

  private static boolean isChildOf(long parentPid, ProcessHandle self) {
    return self.parent().map(ProcessHandle::pid).orElse(-1L) == parentPid;
  }

  private static void endOthers(ProcessHandle self) {
    self.descendants().forEach(ProcessHandle::destroyForcibly);
    SweepScope scope = SweepScope.ofRank(System.getenv());
    if (scope != null) {
      JobSweep.killAll(scope); // also kills other ranks: a stopped one could not end itself
    }
    String libraries = System.getProperty(LibraryFolder.PROPERTY);
    if (libraries != null) {
      LibraryFolder.delete(Path.of(libraries)); // the guardian may have been killed, too
    }
    self.parent()
        .filter(parent -> isStoppedAgent(parent.pid()))
        .ifPresent(ProcessHandle::destroyForcibly);
  }

  /** Returns whether a process is an agent of this job that cannot see the job's end. */
  private static boolean isStoppedAgent(long pid) {
    return JobSweep.isAgent(pid, System.getenv(RankEnvironment.JOB)) && ProcessState.isStopped(pid);
  }

  private static void watch(long launcherPid) {
    ProcessHandle self;
    int stoppedLooks = 0;
    do {
      LockSupport.parkNanos(PERIOD_NANOS); // first, so that a short-lived rank never looks
      self = ProcessHandle.current();
      stoppedLooks = ProcessState.isStopped(launcherPid) ? stoppedLooks + 1 : 0;
    } while (isChildOf(launcherPid, self) && !isTooLong(stoppedLooks));
    end(self);
  }

  /**
   * Returns whether a launcher or agent has been stopped for too long. Counts looks, not time: a
   * whole job that was stopped and goes on later is well.
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
    NamelessFiles.forbid(PERIOD_NANOS); // no launcher is left to sweep after this rank
    String rendezvous = System.getenv(RankEnvironment.RENDEZVOUS);
    Path socket = rendezvous == null ? null : RendezvousAddress.socket(rendezvous);
    if (socket != null) {
      SocketFolder.delete(socket);
    }
    endOthers(self);
    // Not exit: a shutdown hook that waits for another rank would keep this rank alive.
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
