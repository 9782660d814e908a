package org.armci4j.collectives.lanes;

import java.util.ArrayDeque;
import java.util.function.Predicate;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.check.CallCheck;
import org.armci4j.collectives.levels.LevelRunner;
import org.armci4j.collectives.running.CallRunner;
import org.armci4j.collectives.running.PlannedCall;
import org.armci4j.error.ArmciException;

/**
 * Collectives one behind the other, in channels and on boards of their own. All ranks have the same
 * ones in the same lane in the same order, so what holds for channels and boards that carry one
 * collective at a time holds here, however many other lanes are at work.
 */
public class Lane {
  private final CallRunner flat;

  /** Null where there are no levels. */
  private final LevelRunner levels;

  /** Null where calls are not compared. */
  private final CallCheck check;

  private final ArrayDeque<CollectiveRequest> waiting = new ArrayDeque<>();

  /** The one under way, and what it has come to; null if there is none. */
  private CollectiveRequest first;

  private Stage stage = Stage.WAITING;

  /** What ended one in the middle: others may have been left with half of it. */
  private Throwable broken;

  /** Whether it was closed in the middle of one: other ranks may go on with that. */
  private boolean left;

  private enum Stage {
    WAITING,
    COMPARED,
    RUNNING
  }

  /**
   * @param levels null where there are none
   * @param check null where calls are not compared
   */
  public Lane(CallRunner flat, LevelRunner levels, CallCheck check) {
    this.flat = flat;
    this.levels = levels;
    this.check = check;
  }

  /** Makes a lane of the parts of another one, which is not to be used any more. */
  Lane(Lane same) {
    this(same.flat, same.levels, same.check);
  }

  void add(CollectiveRequest request) {
    request.looksForBuffers(flat.looksForBuffers(request.call()));
    if (first == null) {
      first = request;
    } else {
      waiting.add(request);
    }
  }

  boolean isIdle() {
    return first == null;
  }

  /** Returns whether a request of this lane that has not ended fits a condition. */
  boolean has(Predicate<CollectiveRequest> what) {
    return first != null && (what.test(first) || waiting.stream().anyMatch(what));
  }

  /** Returns a number that rises with all progress. */
  long moves() {
    return flat.moves() + (levels == null ? 0 : levels.moves());
  }

  /**
   * Does what this thread can do without a wait.
   *
   * @return how many have ended
   */
  int progress() {
    int ended = 0;
    while (first != null && advance(first)) {
      ended++;
      first = waiting.poll();
      stage = Stage.WAITING;
    }
    return ended;
  }

  @SuppressWarnings("IllegalCatch") // whatever it is, the handle tells it
  private boolean advance(CollectiveRequest request) {
    try {
      requireWhole();
      if (!request.call().isReachable()) {
        return false;
      }
      if (!carryOn(request)) {
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

  private boolean carryOn(CollectiveRequest request) {
    PlannedCall call = request.call();
    if (stage == Stage.WAITING && check != null) {
      check.begin(call.shape(), call.source().type(), call.reductionName(), call.forced());
      stage = Stage.COMPARED;
    }
    if (stage == Stage.COMPARED && !check.progress()) {
      return false;
    }
    if (stage != Stage.RUNNING) {
      stage = Stage.RUNNING;
      if (call.levels() == null) {
        flat.start(call, request.looksForBuffers());
      } else {
        levels.start(call.levels());
      }
    }
    return call.levels() == null ? flat.progress() : levels.progress();
  }

  /**
   * Ends all if one of them is here, and uses their memory no more.
   *
   * @param cause what ended the wait for it
   * @return how many have ended
   */
  int giveUp(CollectiveRequest request, RuntimeException cause) {
    if (!has(request::equals)) {
      return 0;
    }
    flat.giveUp();
    if (levels != null) {
      levels.giveUp();
    }
    broken =
        new ArmciException(
            Text.format("a wait for %s ended: %s", request, cause.getMessage()), cause);
    return endAll(broken);
  }

  /** Ends what has not ended; says how many those are. */
  int endAll(Throwable cause) {
    int ended = 0;
    for (; first != null; first = waiting.poll()) {
      first.end(cause);
      ended++;
    }
    stage = Stage.WAITING;
    return ended;
  }

  /** Ends what has not ended, here alone. */
  void leave(Throwable cause) {
    left = endAll(cause) > 0;
  }

  /**
   * Collective over the group.
   *
   * @return whether other ranks may still reach memory of what {@link #leave} has ended
   */
  boolean close() {
    flat.close(left);
    if (levels != null) {
      levels.close(left);
    }
    if (check != null) {
      check.close();
    }
    return left;
  }
}
