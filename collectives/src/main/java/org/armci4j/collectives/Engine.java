package org.armci4j.collectives;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.check.CallCheck;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.collectives.selection.GroupSpan;
import org.armci4j.collectives.selection.Selection;
import org.armci4j.collectives.selection.TableAgreement;
import org.armci4j.collectives.selection.TableLine;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.ShortWork;

/**
 * Carries a call out: compares it with the other ranks' where that is asked for, chooses the
 * algorithm, and runs it. It allocates memory at the first call that needs it, which is the same
 * call on all ranks.
 */
class Engine {
  private static final int KEPT_SCHEDULES = 64;

  private final Armci armci;
  private final Group group;
  private final CallCheck check;
  private final DirectCollectives direct;

  /** Null where the group has none. */
  private final HostLevels levels;

  /** Chooses how calls go for which no algorithm is forced. */
  private final Selection selection;

  private final IdentityHashMap<Algorithm, Map<Shape, Schedule>> schedules =
      new IdentityHashMap<>();
  private Channels channels;
  private Execution execution;
  private Lanes lanes;
  private final Room work = new Room();
  private final Room staged = new Room();

  /** Failure of a call that other members may have completed. */
  private Throwable lost;

  private volatile boolean closed;

  /**
   * Collective over the group.
   *
   * @param group one that nothing else uses, so that its calls and allocations follow each other as
   *     this object's do; closing this closes it
   */
  Engine(Armci armci, Group group, Settings settings, boolean checks) {
    this(
        armci, group, settings, checks, TableAgreement.of(armci, group, settings, System.getenv()));
  }

  /**
   * Collective over the group.
   *
   * @param measured lines of the table of choices, the same on all ranks
   */
  Engine(Armci armci, Group group, Settings settings, boolean checks, List<TableLine> measured) {
    this.armci = armci;
    this.group = group;
    this.check = checks ? new CallCheck(armci, group) : null;
    this.direct = DirectCollectives.where(armci, group);
    this.selection =
        isDirect()
            ? direct.selection()
            : new Selection(measured, GroupSpan.of(armci, group), group.size());
    this.levels = isDirect() ? null : HostLevels.where(armci, group, settings, selection);
  }

  Group group() {
    return group;
  }

  /** Returns whether all members reach each other's memory. */
  boolean isDirect() {
    return direct != null;
  }

  /**
   * Returns whether a call is the group's own barrier, which begins with a fence. With more than
   * two ranks in one host's memory the direct one has fewer waits one after the other: one, where
   * the group's has ⌈log2 n⌉. Between hosts a rank that leaves the group's has been told that its
   * marks have come, so the fence of the next one has nobody to ask; the marks of a schedule it
   * would ask for.
   */
  boolean isGroupsBarrier(Plan plan, Shape shape) {
    return shape.operation() == Operation.BARRIER
        && levels == null
        && (direct == null || group.size() <= 2)
        && plan.forced(Operation.BARRIER) == null;
  }

  /**
   * Refuses a call when these collectives or the runtime are closed, an earlier call has ended in
   * the middle, or this thread must not wait.
   */
  private void requireOpen(Operation operation) {
    armci.requireOpen(operation.label());
    ShortWork.refuse(operation.label());
    if (lost != null) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: these collectives of %s are lost, as a call has ended in the middle"
                  + " (%s) and other members may go on with it; make another object of the group",
              operation.label(), armci.rank(), group, lost.getMessage()),
          lost);
    }
    if (closed) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: these collectives have been closed",
              operation.label(), armci.rank()));
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
      try {
        check.compare(shape, type, reduction == null ? null : reduction.name(), algorithm);
      } catch (ArmciTimeoutException e) {
        lost = e; // others may have found that all calls fit, and go on
        throw e;
      }
    }
  }

  /**
   * Returns the name of the algorithm that serves a shape.
   *
   * @param plan what is forced
   */
  String algorithmFor(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    if (usesDirect(plan, shape)) {
      return DirectCollectives.NAME;
    }
    OperandOrder loosest = plan.loosest(reduction, type);
    return usesLevels(plan, shape, loosest)
        ? levels.nameFor(shape, loosest)
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
          Text.format(
              "%s: the algorithm '%s' needs %s",
              shape.operation().label(),
              forced,
              direct == null
                  ? "shared memory between all ranks of the group"
                  : "parts of equal length; choose another for this call"));
    }
    return can;
  }

  private boolean usesLevels(Plan plan, Shape shape, OperandOrder loosest) {
    return levels != null
        && plan.forced(shape.operation()) == null
        && levels.serves(shape, loosest);
  }

  /** Runs a call whose arguments have been checked. */
  void run(Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    ElementType type = source.type();
    if (isGroupsBarrier(plan, shape)) {
      check(shape, type, reduction, null);
      group.barrier();
      return;
    }
    Arguments.usable(armci, shape.operation(), source, destination);
    check(shape, type, reduction, plan.forced(shape.operation()));
    Elements from = staged.copyIfInPlace(shape.operation(), source, destination);
    boolean isDirect = usesDirect(plan, shape);
    OperandOrder loosest = isDirect ? null : plan.loosest(reduction, type);
    boolean inLevels = !isDirect && usesLevels(plan, shape, loosest);
    Schedule schedule = null;
    if (!isDirect && !inLevels) {
      schedule = schedule(portable(plan, shape, reduction, type), shape);
      makeExecution();
    }
    try {
      if (isDirect) {
        direct.run(shape, from, destination, reduction == null ? null : reduction.combiner(type));
      } else if (inLevels) {
        levels.run(shape, from, destination, reduction, loosest);
      } else {
        runSchedule(schedule, from, destination, reduction);
      }
    } catch (RankFailedException e) {
      throw e; // which ends all waits of the job, those of later calls too
    } catch (RuntimeException | Error e) {
      lost = e;
      throw e;
    }
  }

  /** Plans a call whose arguments have been checked, for a lane to run. */
  CollectiveRequest request(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    return new CollectiveRequest(group, lanes, plan(plan, shape, source, destination, reduction));
  }

  /** Starts a planned call in a lane. */
  Handle start(CollectiveRequest request) {
    return lanes.start(request);
  }

  /** Plans a call whose arguments have been checked. */
  PlannedCall plan(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    requireOpen(shape.operation());
    Arguments.usable(armci, shape.operation(), source, destination);
    ElementType type = source.type();
    Schedule schedule = null;
    List<LevelScript.Action> steps = null;
    if (!usesDirect(plan, shape)) {
      OperandOrder loosest = plan.loosest(reduction, type);
      if (usesLevels(plan, shape, loosest)) {
        steps = levels.plan(shape, source, destination, reduction, loosest);
      } else {
        schedule = schedule(portable(plan, shape, reduction, type), shape);
      }
    }
    String forced = plan.forced(shape.operation());
    return PlannedCall.of(shape, schedule, steps, source, destination, reduction, forced);
  }

  /** Returns the lanes of nonblocking calls. Collective when it is called first. */
  Lanes lanes() {
    armci.requireOpen("nonblocking collectives");
    ShortWork.refuse("nonblocking collectives");
    if (lanes == null) {
      lanes = new Lanes(armci, group, this::newLane);
    }
    return lanes;
  }

  /** Makes a lane. Collective. */
  Lane newLane() {
    return new Lane(
        newRunner(),
        levels == null ? null : levels.newRunner(),
        check == null ? null : new CallCheck(armci, group));
  }

  /** Returns a runner of planned calls in steps. Collective. */
  CallRunner newRunner() {
    return new CallRunner(armci, group, direct);
  }

  private Algorithm portable(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    String forced = plan.forced(shape.operation());
    if (forced == null) {
      return selection.choose(shape, plan.loosest(reduction, type));
    }
    Algorithm algorithm = Catalogue.find(shape.operation(), forced);
    if (!algorithm.serves().test(shape)) {
      throw new ArmciException(
          Text.format(
              "%s: the algorithm '%s' does not serve %d ranks%s",
              shape.operation().label(),
              forced,
              shape.size(),
              shape.give() == null && shape.take() == null ? "" : " with parts of unequal length"));
    }
    if (reduction != null
        && !reduction.isCommutative()
        && algorithm.order() == OperandOrder.PERMUTED) {
      throw new ArmciException(
          Text.format(
              "%s: the algorithm '%s' changes the order of operands, and '%s' is not commutative",
              shape.operation().label(), forced, reduction));
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

  /** Collective when it is called first. */
  private void makeExecution() {
    if (execution == null) {
      channels = new Channels(armci, group);
      execution = new Execution(armci, group, channels);
    }
  }

  private void runSchedule(
      Schedule schedule, Elements source, Elements destination, Reduction reduction) {
    Combiner combiner = reduction == null ? null : reduction.combiner(source.type());
    execution.start(schedule, source, destination, work.of(schedule.workBytes()), combiner);
    execution.await();
  }

  /**
   * Ends all. Collective over the group.
   *
   * @return the nonblocking calls of which nobody has seen the end, in words
   */
  List<String> close() {
    ShortWork.refuse("close");
    if (closed || armci.isClosed()) {
      return List.of();
    }
    closed = true;
    List<String> unseen = lanes == null ? List.of() : lanes.end();
    if (channels != null) {
      channels.close();
      execution.close();
    }
    if (direct != null) {
      direct.close();
    }
    if (levels != null) {
      levels.close();
    }
    if (check != null) {
      check.close();
    }
    group.close();
    return unseen;
  }
}
