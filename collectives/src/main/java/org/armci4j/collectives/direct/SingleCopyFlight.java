package org.armci4j.collectives.direct;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.algorithm.Shape;

/** {@link SingleCopy#run} in steps, which are left where it would wait. */
final class SingleCopyFlight {
  private final SingleCopy copies;
  private final EpochBoard board;
  private Shape shape;
  private Elements source;
  private Elements destination;
  private Combiner combiner;
  private CopyStage stage = CopyStage.SHOW;

  /** Number of ranks heard in this stage, plus one. */
  private int step;

  private boolean declined;
  private long moves;

  private enum CopyStage {
    /** Waits for a slot in which its buffers stand. */
    SHOW,
    /** Waits for everyone's. */
    LOOK,
    /** Has done its part, and waits for a slot in which it says so. */
    SAY,
    HEAR,
    SAY_AGAIN,
    HEAR_AGAIN
  }

  /**
   * @param board that of its buffers
   */
  SingleCopyFlight(SingleCopy copies, EpochBoard board) {
    this.copies = copies;
    this.board = board;
  }

  void start(Shape of, Elements from, Elements to, Combiner combining) {
    shape = of;
    source = from;
    destination = to;
    combiner = combining;
    declined = false;
    copies.buffers().enter();
    enter(CopyStage.SHOW);
  }

  private void enter(CopyStage next) {
    stage = next;
    step = 1;
    moves++;
  }

  /** Returns whether nothing was moved, as buffers cannot be reached: the same on all ranks. */
  boolean isDeclined() {
    return declined;
  }

  long moves() {
    return moves;
  }

  /** Does what can be done now; whether the call is over. */
  boolean progress() {
    while (canGoOn()) {
      if (advance()) {
        return true;
      }
    }
    return false;
  }

  private boolean canGoOn() {
    return switch (stage) {
      case SHOW, SAY, SAY_AGAIN -> board.canClaim();
      case LOOK, HEAR_AGAIN -> hasHeardAll();
      case HEAR -> hasHeard();
    };
  }

  private boolean hasHeardAll() {
    while (step < board.size()) {
      if (!board.isPublished(copies.rankAt(step))) {
        return false;
      }
      step++;
    }
    return true;
  }

  private boolean hasHeard() {
    return switch (copies.hears(shape)) {
      case NOBODY -> true;
      case ROOT -> board.isPublished(shape.root());
      case ALL -> hasHeardAll();
      case EACH -> hasTakenAll();
    };
  }

  private boolean hasTakenAll() {
    while (step < board.size()) {
      int rank = copies.rankAt(step);
      if (!board.isPublished(rank)) {
        return false;
      }
      copies.take(shape, destination, rank);
      step++;
      moves++;
    }
    return true;
  }

  /** Leaves a stage; whether the call is over. */
  private boolean advance() {
    return switch (stage) {
      case SHOW -> {
        copies.buffers().show(source, destination);
        yield goOn(CopyStage.LOOK);
      }
      case LOOK -> doItsPart();
      case SAY -> {
        board.publish();
        Moves.keepOwn(shape, source, destination);
        yield goOn(CopyStage.HEAR);
      }
      case HEAR -> leaveHearing();
      case SAY_AGAIN -> {
        board.publish();
        yield goOn(CopyStage.HEAR_AGAIN);
      }
      case HEAR_AGAIN -> {
        board.heardAll();
        board.finish();
        yield true;
      }
    };
  }

  private boolean goOn(CopyStage next) {
    enter(next);
    return false;
  }

  private boolean doItsPart() {
    int giver = SingleCopy.giver(shape);
    copies.buffers().look(source, destination, giver, SingleCopy.taker(shape));
    declined = !copies.isPossible(shape);
    if (declined) {
      moves++;
      return true;
    }
    copies.work(shape, source, destination, combiner);
    board.enter();
    return goOn(CopyStage.SAY);
  }

  private boolean leaveHearing() {
    SingleCopy.Hears hears = copies.hears(shape);
    if (hears == SingleCopy.Hears.ALL) {
      board.heardAll();
    }
    board.finish();
    if (hears != SingleCopy.Hears.EACH) {
      moves++;
      return true;
    }
    board.enter();
    return goOn(CopyStage.SAY_AGAIN);
  }
}
