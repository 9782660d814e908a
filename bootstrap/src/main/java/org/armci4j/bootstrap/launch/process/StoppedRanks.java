package org.armci4j.bootstrap.launch.process;

import java.util.HashMap;
import java.util.Map;

/**
 * Looks for processes of this host that are stopped, as by SIGSTOP, and stay so. The heartbeat of
 * the rendezvous finds ranks that are stopped while they take part; this also finds those that have
 * not joined yet or have left.
 *
 * <p>It counts looks and no time: a job that was stopped as a whole, and goes on, is well.
 */
public final class StoppedRanks {
  /** How often in a row a process is seen to be stopped before it counts as failed. */
  public static final int LOOKS = 4;

  private final Map<RankProcess, Integer> looks = new HashMap<>();

  /** Looks at one; returns whether it has now been stopped for too long. */
  public boolean isLost(RankProcess process) {
    if (!process.isStopped()) {
      looks.remove(process);
      return false;
    }
    return looks.merge(process, 1, Integer::sum) > LOOKS;
  }
}
