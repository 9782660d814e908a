package org.armci4j.collectives;

import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.OperationHandle;
import org.armci4j.RankFailedException;

/** One collective that was started or can be, and its handle. */
final class CollectiveRequest extends OperationHandle {
  private final PlannedCall call;
  private final BackgroundProgress background;
  private final Lanes lanes;

  /** How many the group had started with it, at its latest start; 0 before. */
  private volatile long number;

  /** Whether it is in a lane; guarded by the lanes' lock. */
  private boolean underWay;

  /** What ended it; written before {@link #over}. */
  private Throwable failure;

  /**
   * Whether it has ended. Written behind the data of the destination and the failure, and read
   * before them: so a thread that sees it sees those.
   */
  private volatile boolean over;

  /** Whether somebody knows that it has ended. */
  private volatile boolean seen;

  CollectiveRequest(Armci armci, Lanes lanes, PlannedCall call) {
    super(armci);
    this.lanes = lanes;
    this.call = call;
    this.background = BackgroundProgress.of(armci);
  }

  PlannedCall call() {
    return call;
  }

  boolean isUnderWay() {
    return underWay;
  }

  boolean isSeen() {
    return seen;
  }

  /**
   * It is in a lane from now on.
   *
   * @param startNumber how many the group has started with it, the same on all ranks
   */
  void begin(long startNumber) {
    number = startNumber;
    underWay = true;
    failure = null;
    seen = false;
    over = false;
  }

  /**
   * It has left its lane.
   *
   * @param cause null when all went well
   */
  void end(Throwable cause) {
    underWay = false;
    failure = cause;
    over = true;
  }

  @Override
  protected boolean progress() {
    if (!over) {
      background.progressAll();
    }
    if (!over) {
      return false;
    }
    seen = true;
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
    return new ArmciException("%s failed: %s".formatted(this, failure.getMessage()), failure);
  }

  @Override
  public String toString() {
    Operation operation = call.shape().operation();
    long count = call.shape().count();
    String elements =
        operation == Operation.BARRIER || !call.shape().regular()
            ? ""
            : " of %d %s".formatted(count, count == 1 ? "element" : "elements");
    return "nonblocking "
        + operation.label()
        + elements
        + (number == 0 ? "" : " (number %d)".formatted(number));
  }
}
