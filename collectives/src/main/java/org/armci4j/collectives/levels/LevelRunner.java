package org.armci4j.collectives.levels;

import java.util.List;
import org.armci4j.collectives.running.CallRunner;
import org.armci4j.collectives.running.PlannedCall;

/** Runs calls in levels, one at a time, in steps. */
public final class LevelRunner {
  private final CallRunner inHost;

  /** Null on ranks that are in no column. */
  private final CallRunner betweenHosts;

  private List<PlannedCall.Action> steps = List.of();

  /** Those that are over. */
  private int over;

  /** What runs the next one; null before it has begun. */
  private CallRunner running;

  LevelRunner(CallRunner inHost, CallRunner betweenHosts) {
    this.inHost = inHost;
    this.betweenHosts = betweenHosts;
  }

  /** Begins a call of these steps. */
  public void start(List<PlannedCall.Action> all) {
    steps = all;
    over = 0;
    running = null;
  }

  /** Does what can be done now; whether the call is complete. */
  public boolean progress() {
    for (; over < steps.size(); over++) {
      PlannedCall.Action step = steps.get(over);
      if (step.call() == null) {
        step.work().run();
        continue;
      }
      if (running == null) {
        running = step.isBetweenHosts() ? betweenHosts : inHost;
        running.start(step.call());
      }
      if (!running.progress()) {
        return false;
      }
      running = null;
    }
    return true;
  }

  /** Returns a number that rises with all progress. */
  public long moves() {
    return inHost.moves() + (betweenHosts == null ? 0 : betweenHosts.moves());
  }

  /** In a job that has failed: when this returns, nothing uses what was being sent. */
  public void giveUp() {
    inHost.giveUp();
    if (betweenHosts != null) {
      betweenHosts.giveUp();
    }
  }

  /** As {@link CallRunner#close}. */
  public void close(boolean left) {
    if (betweenHosts != null) {
      betweenHosts.close(left);
    }
    inHost.close(left);
  }
}
