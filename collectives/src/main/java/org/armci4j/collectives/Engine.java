package org.armci4j.collectives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.Group;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.check.CallCheck;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.selection.Selection;

/**
 * Carries a call out: compares it with the other ranks' where that is asked for, chooses the
 * algorithm, and runs it. It allocates memory at the first call that needs it, which is the same
 * call on all ranks.
 */
final class Engine implements AutoCloseable {
  private static final int KEPT_SCHEDULES = 64;

  private final Armci armci;
  private final Group group;
  private final CallCheck check;
  private final DirectCollectives direct;
  private final IdentityHashMap<Algorithm, Map<Shape, Schedule>> schedules =
      new IdentityHashMap<>();
  private Channels channels;
  private Execution execution;
  private MemorySegment work = MemorySegment.NULL;
  private MemorySegment staged = MemorySegment.NULL;

  private volatile boolean closed;

  Engine(Armci armci, Group group, boolean checks) {
    this.armci = armci;
    this.group = group;
    this.check = checks ? new CallCheck(armci, group) : null;
    this.direct = DirectCollectives.where(armci, group);
  }

  Group group() {
    return group;
  }

  /**
   * Whether the group's own barrier is the best there is. With more than two ranks the direct one
   * has fewer waits one after the other: one, where the dissemination barrier has ⌈log2 n⌉.
   */
  boolean groupsBarrierServes() {
    return direct == null || group.size() <= 2;
  }

  /** Refuses a call when these collectives or the runtime are closed. */
  private void requireOpen(Operation operation) {
    armci.requireOpen(operation.label());
    if (closed) {
      throw new ArmciException(
          "%s by rank %d: these collectives have been closed"
              .formatted(operation.label(), armci.rank()));
    }
  }

  /** Returns when all that this thread has sent is in place. */
  void fence() {
    armci.fenceAll();
  }

  /** Refuses a call after the end, and compares it that of all other ranks, in checking mode. */
  void check(Shape shape, ElementType type, Reduction reduction, String algorithm) {
    requireOpen(shape.operation());
    if (check != null) {
      check.compare(shape, type, reduction == null ? null : reduction.name(), algorithm);
    }
  }

  /**
   * The name of what serves a shape.
   *
   * @param plan what is forced
   */
  String algorithmFor(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    return usesDirect(plan, shape)
        ? DirectCollectives.NAME
        : portable(plan, shape, reduction, type).name();
  }

  private boolean usesDirect(Plan plan, Shape shape) {
    String forced = plan.forced(shape.operation());
    if (forced != null && !forced.equals(DirectCollectives.NAME)) {
      return false;
    }
    boolean can = direct != null && direct.serves(shape);
    if (forced != null && !can) {
      throw new ArmciException(
          "%s: the algorithm '%s' needs %s"
              .formatted(
                  shape.operation().label(),
                  forced,
                  direct == null
                      ? "shared memory between all ranks of the group"
                      : "parts of equal length; choose another for this call"));
    }
    return can;
  }

  /** Runs a call whose arguments have been checked. */
  void run(Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    ElementType type = source.type();
    Arguments.reachable(shape.operation(), "source", source);
    Arguments.reachable(shape.operation(), "destination", destination);
    check(shape, type, reduction, plan.forced(shape.operation()));
    if (usesDirect(plan, shape)) {
      direct.run(shape, source, destination, reduction == null ? null : reduction.combiner(type));
    } else {
      Algorithm algorithm = portable(plan, shape, reduction, type);
      runSchedule(schedule(algorithm, shape), source, destination, reduction);
    }
  }

  private static Algorithm portable(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    String forced = plan.forced(shape.operation());
    if (forced == null) {
      return Selection.choose(shape, plan.loosest(reduction, type));
    }
    Algorithm algorithm = Selection.find(shape.operation(), forced);
    if (!algorithm.serves().test(shape)) {
      throw new ArmciException(
          "%s: the algorithm '%s' does not serve %d ranks%s"
              .formatted(
                  shape.operation().label(),
                  forced,
                  shape.size(),
                  shape.give() == null && shape.take() == null
                      ? ""
                      : " with parts of unequal length"));
    }
    if (reduction != null
        && !reduction.isCommutative()
        && algorithm.order() == OperandOrder.PERMUTED) {
      throw new ArmciException(
          "%s: the algorithm '%s' changes the order of operands, and '%s' is not commutative"
              .formatted(shape.operation().label(), forced, reduction));
    }
    return algorithm;
  }

  private Schedule schedule(Algorithm algorithm, Shape shape) {
    if (shape.give() != null || shape.take() != null) {
      return algorithm.builder().apply(shape);
    }
    Map<Shape, Schedule> kept = schedules.computeIfAbsent(algorithm, a -> new HashMap<>());
    Schedule schedule = kept.get(shape);
    if (schedule == null) {
      if (kept.size() >= KEPT_SCHEDULES) {
        kept.clear();
      }
      schedule = algorithm.builder().apply(shape);
      kept.put(shape, schedule);
    }
    return schedule;
  }

  private void runSchedule(
      Schedule schedule, Elements source, Elements destination, Reduction reduction) {
    if (execution == null) {
      channels = new Channels(armci, group);
      execution = new Execution(armci, group, channels);
    }
    if (work.byteSize() < schedule.workBytes()) {
      work = room(schedule.workBytes());
    }
    execution.bind(source, destination, work);
    ElementType type = source.type();
    execution.start(
        schedule, reduction == null ? null : reduction.combiner(type), type.sizeBytes());
    execution.await();
  }

  /** A copy of elements that a call in place would overwrite before it has read them. */
  Elements stage(Elements source) {
    if (!source.isReachable()) {
      return source; // which is refused when it is run
    }
    if (staged.byteSize() < source.sizeBytes()) {
      staged = room(source.sizeBytes());
    }
    MemorySegment.copy(source.segment(), source.offset(), staged, 0, source.sizeBytes());
    return Elements.of(staged, 0, source.count(), source.type());
  }

  /** At least so much memory, with room to grow; the collector frees it. */
  private static MemorySegment room(long bytes) {
    return Arena.ofAuto().allocate(Math.max(4096, bytes + bytes / 4), 4096);
  }

  @Override
  public void close() {
    if (closed || armci.isClosed()) {
      return;
    }
    closed = true;
    if (channels != null) {
      channels.close();
    }
    if (direct != null) {
      direct.close();
    }
    if (check != null) {
      check.close();
    }
  }
}
