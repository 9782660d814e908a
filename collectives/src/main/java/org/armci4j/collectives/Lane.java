package org.armci4j.collectives;

import java.util.ArrayDeque;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.Group;
import org.armci4j.collectives.check.CallCheck;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;

/**
 * Collectives one behind the other, in channels of their own. All ranks have the same ones in the
 * same lane in the same order, so what holds for channels that carry one collective at a time holds
 * here, however many other lanes are at work.
 */
final class Lane {
  private final Channels channels;
  private final Execution execution;
  private final CallCheck check;
  private final Room work = new Room();
  private final Room staged = new Room();
  private final ArrayDeque<CollectiveRequest> waiting = new ArrayDeque<>();

  /** What the first one has come to. */
  private Stage stage = Stage.WAITING;

  /** What ended one in the middle: others may have been left with half of it. */
  private Throwable broken;

  private enum Stage {
    WAITING,
    COMPARED,
    RUNNING
  }

  /** Collective over the group. */
  Lane(Armci armci, Group group, boolean checks) {
    this.channels = new Channels(armci, group);
    this.execution = new Execution(armci, group, channels);
    this.check = checks ? new CallCheck(armci, group) : null;
  }

  void add(CollectiveRequest request) {
    waiting.add(request);
  }

  /** A number that rises whenever something was done. */
  long moves() {
    return execution.moves();
  }

  /**
   * Does what this thread can do without a wait.
   *
   * @return how many have ended
   */
  int progress() {
    int ended = 0;
    for (CollectiveRequest first = waiting.peek(); first != null; first = waiting.peek()) {
      if (!advance(first)) {
        break;
      }
      ended++;
      waiting.remove();
      stage = Stage.WAITING;
    }
    return ended;
  }

  @SuppressWarnings("IllegalCatch") // whatever it is, the handle tells it
  private boolean advance(CollectiveRequest request) {
    try {
      requireWhole();
      if (!request.call().isReachable() && request.call().isAlive()) {
        return false;
      }
      if (!carryOn(request.call())) {
        return false;
      }
      request.end(null);
    } catch (Throwable e) {
      if (stage == Stage.RUNNING) {
        broken = e;
      }
      request.end(e);
    }
    return true;
  }

  private void requireWhole() {
    if (broken != null) {
      throw new ArmciException(
          "an earlier one of the same group failed in the middle: " + broken.getMessage(), broken);
    }
  }

  private boolean carryOn(PlannedCall call) {
    if (stage == Stage.WAITING && check != null) {
      check.begin(call.shape(), call.source().type(), call.reductionName(), call.forced());
      stage = Stage.COMPARED;
    }
    if (stage == Stage.COMPARED) {
      if (!check.isHere()) {
        return false;
      }
      check.verify();
    }
    if (stage != Stage.RUNNING) {
      stage = Stage.RUNNING;
      run(call);
    }
    return execution.progress();
  }

  private void run(PlannedCall call) {
    Elements source =
        staged.copyIfInPlace(call.shape().operation(), call.source(), call.destination());
    execution.bind(source, call.destination(), work.of(call.schedule().workBytes()));
    execution.start(call.schedule(), call.combiner(), source.type().sizeBytes());
  }

  /**
   * Ends all if one of them is here, and uses their memory no more.
   *
   * @param cause what ended the wait for it
   * @return how many have ended
   */
  int giveUp(CollectiveRequest request, RuntimeException cause) {
    if (!waiting.contains(request)) {
      return 0;
    }
    channels.giveUp();
    broken =
        new ArmciException("a wait for %s ended: %s".formatted(request, cause.getMessage()), cause);
    return endAll(broken);
  }

  /** Ends what has not ended; says how many those are. */
  int endAll(Throwable cause) {
    int ended = waiting.size();
    waiting.forEach(request -> request.end(cause));
    waiting.clear();
    return ended;
  }

  /** Collective over the group. */
  void close() {
    channels.close();
    if (check != null) {
      check.close();
    }
  }
}
