package org.armci4j.bootstrap.launch.process;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds processes of this host that stay stopped, as by SIGSTOP. The heartbeat of the rendezvous
 * finds stopped ranks while they are in the job; this class also finds those that have not joined
 * yet or have left.
 *
 * <p>Counts looks, not time: a whole job that was stopped and goes on later is well.
 */
public final class StoppedRanks {
  /** Looks in a row at which a process may be found stopped before it counts as failed. */
  public static final int LOOKS = 4;

  private final Map<RankProcess, Integer> looks = new HashMap<>();

  /** Looks at one process. Returns whether it has been stopped for too long. */
  public boolean isLost(RankProcess process) {
    if (!process.isStopped()) {
      looks.remove(process);
      return false;
    }
    return looks.merge(process, 1, Integer::sum) > LOOKS;
  }
}
