package org.armci4j.collectives.running;

import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.collectives.direct.DirectLane;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;
import org.armci4j.collectives.schedule.Schedule;

/** Runs planned calls in steps, one at a time, in channels and on boards of its own. */
public final class CallRunner {
  private final Channels channels;
  private final Execution execution;

  /** Null where ranks do not reach each other's memory. */
  private final DirectLane direct;

  private final Room work = new Room();
  private final Room staged = new Room();
  private boolean runsDirect;

  /**
   * Collective over the group.
   *
   * @param collectives those of ranks that reach each other's memory; null where they do not
   */
  CallRunner(Armci armci, Group group, DirectCollectives collectives) {
    this.channels = new Channels(armci, group);
    this.execution = new Execution(armci, group, channels);
    this.direct = collectives == null ? null : collectives.newLane();
  }

  /**
   * Returns whether the ranks of a call look for each other's buffers, by what is known now: to be
   * asked when the call is started, as all ranks start the same ones in the same order.
   */
  public boolean looksForBuffers(PlannedCall call) {
    return isDirect(call) && direct.looksForBuffers(call.shape());
  }

  /** Begins a part of a call that goes in levels. */
  public void start(PlannedCall call) {
    start(call, isDirect(call) && direct.usuallyLooksForBuffers(call.shape()));
  }

  private static boolean isDirect(PlannedCall call) {
    return call.schedule() == null && call.levels() == null;
  }

  /**
   * Begins a call that does not go in levels.
   *
   * @param looksForBuffers whether its ranks look for each other's buffers
   */
  public void start(PlannedCall call, boolean looksForBuffers) {
    Elements source =
        staged.copyIfInPlace(call.shape().operation(), call.source(), call.destination());
    runsDirect = isDirect(call);
    if (runsDirect) {
      direct.start(call.shape(), source, call.destination(), call.combiner(), looksForBuffers);
    } else {
      Schedule schedule = call.schedule();
      execution.start(
          schedule, source, call.destination(), work.of(schedule.workBytes()), call.combiner());
    }
  }

  /** Does what can be done now; whether the call is complete. */
  public boolean progress() {
    return runsDirect ? direct.progress() : execution.progress();
  }

  /** Returns a number that rises with all progress. */
  public long moves() {
    return execution.moves() + (direct == null ? 0 : direct.moves());
  }

  /**
   * In a job that has failed: when this returns, nothing uses what was being sent, and received.
   */
  public void giveUp() {
    channels.giveUp();
    execution.giveUp();
  }

  /**
   * Collective over the group.
   *
   * @param left whether a call was ended here in which other ranks may still be
   */
  public void close(boolean left) {
    channels.close();
    if (left) {
      execution.leave();
    } else {
      execution.close();
    }
    if (direct != null) {
      direct.close();
    }
  }
}
