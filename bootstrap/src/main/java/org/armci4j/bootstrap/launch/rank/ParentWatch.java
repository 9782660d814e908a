package org.armci4j.bootstrap.launch.rank;

import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.files.NamelessFiles;

/**
 * Ends a rank whose launcher has died without a chance to end it, as by SIGKILL. The kernel then
 * gives the process a new parent; this looks for that a few times a second.
 */
public final class ParentWatch {
  private static final long PERIOD_NANOS = 200_000_000;

  /**
   * What a shell reports for a process ended by SIGHUP, the signal for "whoever ran you has gone".
   */
  private static final int EXIT_CODE = 129;

  private ParentWatch() {}

  static void start(long launcherPid) {
    Thread.ofPlatform().name("armci-parent-watch").daemon().start(() -> watch(launcherPid));
  }

  private static void watch(long launcherPid) {
    ProcessHandle self;
    do {
      LockSupport.parkNanos(PERIOD_NANOS); // first: a rank that lives briefly never looks
      self = ProcessHandle.current();
    } while (self.parent().map(ProcessHandle::pid).orElse(-1L) == launcherPid);
    self.descendants().forEach(ProcessHandle::destroyForcibly);
    NamelessFiles.forbid(PERIOD_NANOS); // no launcher is there to sweep after this rank
    // Not exit: a shutdown hook that waits for another rank would keep this one alive.
    Runtime.getRuntime().halt(EXIT_CODE);
  }
}
