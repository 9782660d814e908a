package org.armci4j.collectives;

import java.util.List;

/** Runs calls in levels, one at a time, in steps. */
final class LevelRunner {
  private final CallRunner inHost;

  /** Null on ranks that are in no column. */
  private final CallRunner betweenHosts;

  private List<LevelScript.Action> steps = List.of();

  /** Those that are over. */
  private int over;

  /** What runs the next one; null before it has begun. */
  private CallRunner running;

  LevelRunner(CallRunner inHost, CallRunner betweenHosts) {
    this.inHost = inHost;
    this.betweenHosts = betweenHosts;
  }

  void start(List<LevelScript.Action> all) {
    steps = all;
    over = 0;
    running = null;
  }

  /** Does what can be done now; whether the call is complete. */
  boolean progress() {
    for (; over < steps.size(); over++) {
      LevelScript.Action step = steps.get(over);
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
  long moves() {
    return inHost.moves() + (betweenHosts == null ? 0 : betweenHosts.moves());
  }

  /** In a job that has failed: when this returns, nothing uses what was being sent. */
  void giveUp() {
    inHost.giveUp();
    if (betweenHosts != null) {
      betweenHosts.giveUp();
    }
  }

  /** As {@link CallRunner#close}. */
  void close(boolean left) {
    if (betweenHosts != null) {
      betweenHosts.close(left);
    }
    inHost.close(left);
  }
}
