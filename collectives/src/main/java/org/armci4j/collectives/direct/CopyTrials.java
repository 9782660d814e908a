package org.armci4j.collectives.direct;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;

/** Whether calls look for each other's buffers: as {@link DirectChoice} says, or a trial found. */
final class CopyTrials {
  /** Below 4 KiB that a rank gives there is nothing to try. */
  private static final int SHORTEST = 12;

  /** From 1 MiB on all are alike, and what usually goes from buffer to buffer is not tried. */
  private static final int LONGEST = 20;

  private static final int LENGTHS = LONGEST - SHORTEST + 1;

  private final DirectChoice choice;

  /** By operation and length, in powers of two; those that have had a call. */
  private final CopyTrial[] trials = new CopyTrial[Operation.values().length * LENGTHS];

  CopyTrials(DirectChoice choice) {
    this.choice = choice;
  }

  /** That of the calls of a shape; null where there is nothing to try. */
  CopyTrial of(Shape shape) {
    int length = length(shape);
    if (length < SHORTEST || !choice.canLookForBuffers(shape)) {
      return null;
    }
    if (length >= LONGEST && choice.looksForBuffers(shape)) {
      return null;
    }
    length = Math.min(length, LONGEST);
    int kind = shape.operation().ordinal() * LENGTHS + length - SHORTEST;
    if (trials[kind] == null) {
      long bytes = 1L << length;
      String what = "%s of %d bytes and more".formatted(shape.operation().label(), bytes);
      trials[kind] = new CopyTrial(what, bytes, shape.size());
    }
    return trials[kind];
  }

  private static int length(Shape shape) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(SlotBoards.publishedBytes(shape));
  }

  /**
   * Whether the next call of a shape looks for buffers. The same on all ranks between the same two
   * calls.
   */
  boolean looksForBuffers(Shape shape) {
    return looksForBuffers(of(shape), shape);
  }

  /**
   * The same.
   *
   * @param trial what {@link #of} gives for the shape
   */
  boolean looksForBuffers(CopyTrial trial, Shape shape) {
    boolean usual = choice.looksForBuffers(shape);
    return trial == null ? usual : trial.looksForBuffers(usual);
  }
}
