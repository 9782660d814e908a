package org.armci4j.collectives;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.check.CallCheck;
import org.armci4j.collectives.lanes.CollectiveRequest;
import org.armci4j.collectives.lanes.Lane;
import org.armci4j.collectives.lanes.Lanes;
import org.armci4j.collectives.levels.HostLevels;
import org.armci4j.collectives.running.Engine;
import org.armci4j.collectives.running.Plan;
import org.armci4j.collectives.running.PlannedCall;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.selection.TableAgreement;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.ShortWork;

/**
 * The engine of a {@link Collectives}: it compares a call with the other ranks' where that is asked
 * for, runs it in levels where the group has some, and starts in lanes what does not wait.
 */
class CollectivesEngine extends Engine {
  private final Armci armci;
  private final CallCheck check;

  /** Null where the group has none. */
  private final HostLevels levels;

  private Lanes lanes;

  /** Failure of a call that other members may have completed. */
  private Throwable lost;

  private volatile boolean closed;

  /**
   * Collective over the group.
   *
   * @param group one that nothing else uses, so that its calls and allocations follow each other as
   *     this object's do; closing this closes it
   */
  CollectivesEngine(Armci armci, Group group, Settings settings, boolean checks) {
    super(armci, group, () -> TableAgreement.of(armci, group, settings, System.getenv()));
    this.armci = armci;
    this.check = checks ? new CallCheck(armci, group) : null;
    this.levels =
        isDirect()
            ? null
            : HostLevels.where(armci, group, settings, selection(), CollectiveCalls::new);
  }

  @Override
  public boolean isGroupsBarrier(Plan plan, Shape shape) {
    return super.isGroupsBarrier(plan, shape) && levels == null;
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
              operation.label(), armci.rank(), group(), lost.getMessage()),
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

  /**
   * Refuses a call after the end, and in checking mode compares it with those of all other ranks.
   */
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

  @Override
  public String algorithmFor(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    return usesLevels(plan, shape, reduction, type)
        ? levels.nameFor(shape, plan.loosest(reduction, type))
        : super.algorithmFor(plan, shape, reduction, type);
  }

  private boolean usesLevels(Plan plan, Shape shape, Reduction reduction, ElementType type) {
    return levels != null
        && plan.forced(shape.operation()) == null
        && levels.serves(shape, plan.loosest(reduction, type));
  }

  @Override
  public void run(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    ElementType type = source.type();
    if (isGroupsBarrier(plan, shape)) {
      check(shape, type, reduction, null);
      group().barrier();
      return;
    }
    Arguments.usable(armci, shape.operation(), source, destination);
    check(shape, type, reduction, plan.forced(shape.operation()));
    boolean inLevels = usesLevels(plan, shape, reduction, type);
    Schedule schedule = inLevels ? null : prepare(plan, shape, reduction, type);
    try {
      if (inLevels) {
        levels.run(shape, source, destination, reduction, plan.loosest(reduction, type));
      } else {
        run(schedule, shape, source, destination, reduction);
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
    return new CollectiveRequest(group(), lanes, plan(plan, shape, source, destination, reduction));
  }

  /** Starts a planned call in a lane. */
  Handle start(CollectiveRequest request) {
    return lanes.start(request);
  }

  @Override
  public PlannedCall plan(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    requireOpen(shape.operation());
    Arguments.usable(armci, shape.operation(), source, destination);
    ElementType type = source.type();
    return usesLevels(plan, shape, reduction, type)
        ? levels.plan(shape, source, destination, reduction, plan.loosest(reduction, type))
        : super.plan(plan, shape, source, destination, reduction);
  }

  /** Returns the lanes of nonblocking calls. Collective when it is called first. */
  Lanes lanes() {
    armci.requireOpen("nonblocking collectives");
    ShortWork.refuse("nonblocking collectives");
    if (lanes == null) {
      lanes = new Lanes(armci, group(), this::newLane);
    }
    return lanes;
  }

  /** Makes a lane. Collective. */
  Lane newLane() {
    return new Lane(
        newRunner(),
        levels == null ? null : levels.newRunner(),
        check == null ? null : new CallCheck(armci, group()));
  }

  /**
   * Ends all. Collective over the group.
   *
   * @return the nonblocking calls of which nobody has seen the end, in words
   */
  List<String> end() {
    ShortWork.refuse("close");
    if (closed || armci.isClosed()) {
      return List.of();
    }
    closed = true;
    List<String> unseen = lanes == null ? List.of() : lanes.end();
    if (levels != null) {
      levels.close();
    }
    if (check != null) {
      check.close();
    }
    close();
    return unseen;
  }
}
