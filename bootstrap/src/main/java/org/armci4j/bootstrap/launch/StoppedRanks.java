package org.armci4j.bootstrap.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Looks for processes of this host that are stopped, as by SIGSTOP, and stay so. The heartbeat of
 * the rendezvous finds ranks that are stopped while they take part; this also finds those that have
 * not joined yet or have left.
 *
 * <p>It counts looks and no time: a job that was stopped as a whole, and goes on, is well.
 */
final class StoppedRanks {
  /** How often in a row a process is seen to be stopped before it counts as failed. */
  static final int LOOKS = 4;

  private final Map<RankProcess, Integer> looks = new HashMap<>();

  /** Looks at one; returns whether it has now been stopped for too long. */
  boolean isLost(RankProcess process) {
    if (!isStopped(process)) {
      looks.remove(process);
      return false;
    }
    return looks.merge(process, 1, Integer::sum) > LOOKS;
  }

  /** Whether a process of this host is stopped now; of other hosts nothing is known. */
  static boolean isStopped(RankProcess process) {
    if (!(process instanceof LocalRank local)) {
      return false;
    }
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(local.pid()), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (IOException | StringIndexOutOfBoundsException unknown) {
      return false;
    }
  }
}
