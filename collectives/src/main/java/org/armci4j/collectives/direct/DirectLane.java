package org.armci4j.collectives.direct;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.Selection;

/**
 * The direct collectives in steps, for calls that do not wait: one at a time, on boards of its own.
 * {@link #start} begins one; each {@link #progress} does what can be done without waiting. For one
 * thread at a time.
 */
public final class DirectLane implements AutoCloseable {
  private final Selection selection;
  private final CopyTrials trials;
  private final SlotBoards boards;
  private final SlotFlight slots = new SlotFlight();
  private final SingleCopyFlight straight;
  private Shape shape;
  private Elements source;
  private Elements destination;
  private Combiner combiner;
  private boolean isStraight;

  DirectLane(Selection selection, CopyTrials trials, SlotBoards boards, SingleCopy singleCopy) {
    this.selection = selection;
    this.trials = trials;
    this.boards = boards;
    this.straight = new SingleCopyFlight(singleCopy, boards.tiny());
  }

  /**
   * Returns whether calls of a shape look for each other's buffers now: to be asked where all ranks
   * have made the same calls.
   */
  public boolean looksForBuffers(Shape of) {
    return trials.looksForBuffers(of);
  }

  /** Returns whether calls of a shape look for each other's buffers before any trial. */
  public boolean usuallyLooksForBuffers(Shape of) {
    return selection.copy(of).looksForBuffers();
  }

  /**
   * Begins a call.
   *
   * @param looks whether the ranks look for each other's buffers; the same on all
   */
  public void start(Shape of, Elements from, Elements to, Combiner combining, boolean looks) {
    shape = of;
    source = from;
    destination = to;
    combiner = combining;
    isStraight = of.bytes() > 0 && looks;
    if (isStraight) {
      straight.start(of, from, to, combining);
    } else {
      throughSlots();
    }
  }

  private void throughSlots() {
    Reductions through = boards.of(shape);
    slots.start(through, shape, source, destination, combiner, selection.isAtOnce(shape));
  }

  /**
   * Does what can be done now.
   *
   * @return true when the call is complete
   */
  public boolean progress() {
    if (isStraight) {
      if (!straight.progress()) {
        return false;
      }
      if (!straight.isDeclined()) {
        return true;
      }
      isStraight = false;
      throughSlots();
    }
    return (shape.bytes() == 0 && shape.operation() != Operation.BARRIER) || slots.progress();
  }

  /** Returns a number that rises with each piece that is done. */
  public long moves() {
    return slots.moves() + straight.moves();
  }

  /** Collective. */
  @Override
  public void close() {
    boards.close();
  }
}
