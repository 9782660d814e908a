package org.armci4j.collectives.running;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.collectives.selection.GroupSpan;
import org.armci4j.collectives.selection.Selection;
import org.armci4j.collectives.selection.TableLine;
import org.armci4j.error.ArmciException;

/**
 * Carries out the calls of a group whose ranks are all on one level: directly where they reach each
 * other's memory, else by an algorithm's schedule. It allocates memory at the first call that needs
 * it, which is the same call on all ranks.
 */
public class Engine implements AutoCloseable {
  private static final int KEPT_SCHEDULES = 64;

  private final Armci armci;
  private final Group group;

  /** Null where ranks do not reach each other's memory. */
  private final DirectCollectives direct;

  /** Chooses how calls go for which no algorithm is forced. */
  private final Selection selection;

  private final IdentityHashMap<Algorithm, Map<Shape, Schedule>> schedules =
      new IdentityHashMap<>();
  private Channels channels;
  private Execution execution;
  private final Room work = new Room();
  private final Room staged = new Room();

  /**
   * Collective over the group.
   *
   * @param group one that nothing else uses, so that its calls and allocations follow each other as
   *     this object's do; closing this closes it
   * @param measured lines of the table of choices, the same on all ranks; not asked for where ranks
   *     reach each other's memory
   */
  public Engine(Armci armci, Group group, Supplier<List<TableLine>> measured) {
    this.armci = armci;
    this.group = group;
    this.direct = DirectCollectives.where(armci, group);
    this.selection =
        isDirect()
            ? direct.selection()
            : new Selection(measured.get(), GroupSpan.of(armci, group), group.size());
  }

  /** Returns the group. */
  public final Group group() {
    return group;
  }

  /** Returns the choices of the group. */
  public final Selection selection() {
    return selection;
  }

  /** Returns whether all members reach each other's memory. */
  public final boolean isDirect() {
    return direct != null;
  }

  /**
   * Returns whether a call is the group's own barrier, which begins with a fence. With more than
   * two ranks in one host's memory the direct one has fewer waits one after the other: one, where
   * the group's has ⌈log2 n⌉. Between hosts a rank that leaves the group's has been told that its
   * marks have come, so the fence of the next one has nobody to ask; the marks of a schedule it
   * would ask for.
   */
  public boolean isGroupsBarrier(Plan plan, Shape shape) {
    return shape.operation() == Operation.BARRIER
        && (direct == null || group.size() <= 2)
        && plan.forced(Operation.BARRIER) == null;
  }

  /**
   * Returns the name of the algorithm that serves a shape.
   *
   * @param plan what is forced
   */
  public String algorithmFor(Plan plan, Shape shape, Reduction reduction, ElementType type) {
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

  /** Runs a call whose arguments have been checked. */
  public void run(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    if (isGroupsBarrier(plan, shape)) {
      group.barrier();
    } else {
      Schedule schedule = prepare(plan, shape, reduction, source.type());
      run(schedule, shape, source, destination, reduction);
    }
  }

  /**
   * Chooses how a call goes and allocates what it needs, before anything moves.
   *
   * @return its schedule; null where it goes directly
   */
  protected final Schedule prepare(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    Schedule schedule = schedule(plan, shape, reduction, type);
    if (schedule != null && execution == null) {
      channels = new Channels(armci, group);
      execution = new Execution(armci, group, channels);
    }
    return schedule;
  }

  /**
   * Runs a call as {@link #prepare} has chosen.
   *
   * @param schedule its schedule; null where it goes directly
   */
  protected final void run(
      Schedule schedule, Shape shape, Elements source, Elements destination, Reduction reduction) {
    Elements from = staged.copyIfInPlace(shape.operation(), source, destination);
    Combiner combiner = reduction == null ? null : reduction.combiner(source.type());
    if (schedule == null) {
      direct.run(shape, from, destination, combiner);
    } else {
      execution.start(schedule, from, destination, work.of(schedule.workBytes()), combiner);
      execution.await();
    }
  }

  /** Plans a call whose arguments have been checked. */
  public PlannedCall plan(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    Schedule schedule = schedule(plan, shape, reduction, source.type());
    String forced = plan.forced(shape.operation());
    return PlannedCall.of(shape, schedule, null, source, destination, reduction, forced);
  }

  /** Returns a runner of planned calls in steps. Collective over the group. */
  public final CallRunner newRunner() {
    return new CallRunner(armci, group, direct);
  }

  /** Returns the schedule of a call; null where it goes directly. */
  private Schedule schedule(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    return usesDirect(plan, shape) ? null : schedule(portable(plan, shape, reduction, type), shape);
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

  /** Collective over the group, which it closes. */
  @Override
  public void close() {
    if (channels != null) {
      channels.close();
      execution.close();
    }
    if (direct != null) {
      direct.close();
    }
    group.close();
  }
}
