package org.armci4j.collectives.lanes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.armci4j.Group;
import org.armci4j.OperationHandle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.running.PlannedCall;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/** One collective that was started or can be, and its handle. */
public class CollectiveRequest extends OperationHandle {
  private static final VarHandle OVER = variable("over");
  private static final VarHandle SEEN = variable("seen");

  private final PlannedCall call;
  private final BackgroundProgress background;
  private final Lanes lanes;

  /** Number of its latest start among all starts of the group, for messages; 0 before the first. */
  private long number;

  /** The lane of its latest start. */
  private Lane lane;

  /** Whether its ranks look for each other's buffers; guarded by the lanes' lock. */
  private boolean looksForBuffers;

  /** Whether it is in a lane; guarded by the lanes' lock. */
  private boolean underWay;

  /** Whether the lanes know it; guarded by their lock. */
  private boolean noted;

  /** Cause of its end; written before {@link #over}. */
  private Throwable failure;

  /**
   * Whether it has ended. Written with release behind the data of the destination and the failure,
   * and read with acquire before them: so a thread that sees it sees those.
   */
  @SuppressWarnings("UnusedVariable") // read through OVER
  private boolean over;

  /** Whether somebody knows that it has ended; no order is needed, only that it is seen once. */
  @SuppressWarnings("UnusedVariable") // read through SEEN
  private boolean seen;

  private static VarHandle variable(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(CollectiveRequest.class, name, boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  /** A request that the given lanes start. */
  public CollectiveRequest(Group group, Lanes lanes, PlannedCall call) {
    super(group);
    this.lanes = lanes;
    this.call = call;
    this.background = lanes.background();
  }

  PlannedCall call() {
    return call;
  }

  /** Returns whether one thread alone reaches its memory. */
  @Override
  protected boolean isConfined() {
    return call.isConfined();
  }

  /** Returns whether its memory is confined to this thread. */
  boolean isOwn() {
    return isConfined() && call.isReachable();
  }

  boolean isUnderWay() {
    return underWay;
  }

  boolean isSeen() {
    return (boolean) SEEN.getOpaque(this);
  }

  boolean isNoted() {
    return noted;
  }

  void noted() {
    noted = true;
  }

  boolean looksForBuffers() {
    return looksForBuffers;
  }

  void looksForBuffers(boolean looks) {
    looksForBuffers = looks;
  }

  /** Returns whether somebody knows that it has ended: then the lanes forget it. */
  boolean forgetSeen() {
    boolean forgotten = isSeen();
    noted &= !forgotten;
    return forgotten;
  }

  /**
   * It is in a lane from now on.
   *
   * @param startNumber how many the group has started with it, the same on all ranks
   * @param into the lane
   */
  void begin(long startNumber, Lane into) {
    lane = into;
    number = startNumber;
    underWay = true;
    failure = null;
    SEEN.setOpaque(this, false);
    OVER.setOpaque(this, false);
  }

  /**
   * It has left its lane.
   *
   * @param cause null when all went well
   */
  void end(Throwable cause) {
    underWay = false;
    failure = cause;
    OVER.setRelease(this, true);
  }

  private boolean isOver() {
    return (boolean) OVER.getAcquire(this);
  }

  @Override
  protected boolean progress() {
    if (!isOver()) {
      background.look(lanes, lane);
      if (!isOver()) {
        return false;
      }
    }
    SEEN.setOpaque(this, true);
    if (failure != null) {
      requireGoingOn(); // else the first one that failed speaks of itself, and not of the rank
      throw failed();
    }
    return true;
  }

  @Override
  protected void giveUp(RuntimeException cause) {
    lanes.giveUp(this, cause);
  }

  private ArmciException failed() {
    if (failure instanceof RankFailedException rank) {
      return new RankFailedException(toString(), rank.failure());
    }
    return new ArmciException(Text.format("%s failed: %s", this, failure.getMessage()), failure);
  }

  @Override
  public String toString() {
    Operation operation = call.shape().operation();
    long count = call.shape().count();
    String elements =
        operation == Operation.BARRIER || !call.shape().regular()
            ? ""
            : Text.format(" of %d %s", count, count == 1 ? "element" : "elements");
    return "nonblocking "
        + operation.label()
        + elements
        + (number == 0 ? "" : Text.format(" (number %d)", number));
  }
}
