package org.armci4j.collectives.levels;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.running.Engine;
import org.armci4j.collectives.running.Plan;
import org.armci4j.collectives.running.PlannedCall;
import org.armci4j.collectives.running.PlannedCall.Action;
import org.armci4j.collectives.running.Room;
import org.armci4j.collectives.running.Submission;

/**
 * What becomes of the steps of a call in levels: they are made at once, or noted for later. Each
 * script has memory of its own, so that calls which were noted run side by side.
 */
final class LevelScript {
  /**
   * Inner calls are free to choose: what order they must keep was looked at before. One that keeps
   * the operands in order does so in an inner call too.
   */
  private static final Plan INNER = Plan.free().inAnyOrder();

  private static final long ALIGNMENT_BYTES = 64;

  private final CollectiveCalls<?> inHost;

  /** Null on ranks that are in no column. */
  private final CollectiveCalls<?> betweenHosts;

  /** Null where steps are made at once. */
  private final List<Action> noted;

  private final Room packed = new Room();
  private final Room partial = new Room();

  private LevelScript(LevelCalls calls, Engine host, Engine column, List<Action> noted) {
    this.noted = noted;
    this.inHost = calls.of(host.group(), submission(host, false));
    this.betweenHosts = column == null ? null : calls.of(column.group(), submission(column, true));
  }

  /**
   * One whose steps are made at once.
   *
   * @param calls makes the calls of each level
   * @param column null on ranks that are in no column
   */
  static LevelScript atOnce(LevelCalls calls, Engine host, Engine column) {
    return new LevelScript(calls, host, column, null);
  }

  /**
   * One whose steps are noted.
   *
   * @param calls makes the calls of each level
   * @param column null on ranks that are in no column
   */
  static LevelScript forLater(LevelCalls calls, Engine host, Engine column) {
    return new LevelScript(calls, host, column, new ArrayList<>());
  }

  private Submission<LevelScript> submission(Engine level, boolean isBetweenHosts) {
    return (shape, source, destination, reduction) -> {
      if (noted == null) {
        level.run(INNER, shape, source, destination, reduction);
      } else {
        PlannedCall call = level.plan(INNER, shape, source, destination, reduction);
        noted.add(new Action(call, isBetweenHosts, null));
      }
      return this;
    };
  }

  CollectiveCalls<?> inHost() {
    return inHost;
  }

  /** Returns the collectives of this rank's column, if it is in one. */
  CollectiveCalls<?> betweenHosts() {
    return betweenHosts;
  }

  /** What this rank does by itself, behind the steps so far. */
  void work(Runnable step) {
    if (noted == null) {
      step.run();
    } else {
      noted.add(new Action(null, false, step));
    }
  }

  /** Returns memory for packed elements on their way. */
  Elements packed(long count, ElementType type) {
    return of(packed, count, type);
  }

  /** Returns memory for partial results on their way. */
  Elements partial(long count, ElementType type) {
    return of(partial, count, type);
  }

  private Elements of(Room room, long count, ElementType type) {
    long bytes = count * type.sizeBytes();
    return noted == null
        ? Elements.of(room.of(bytes), 0, count, type)
        : Elements.of(Arena.ofAuto().allocate(bytes, ALIGNMENT_BYTES), 0, count, type);
  }

  List<Action> steps() {
    return noted;
  }
}
