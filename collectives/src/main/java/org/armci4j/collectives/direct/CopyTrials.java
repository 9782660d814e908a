package org.armci4j.collectives.direct;

import java.util.EnumMap;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.CopyForm;
import org.armci4j.collectives.selection.Selection;

/** Whether calls look for each other's buffers: as the {@link Selection} says, or a trial found. */
final class CopyTrials {
  /** Shortest length that the table has tried, as a power of two: 4 KiB that a rank gives. */
  private static final int SHORTEST = 12;

  /** From 1 MiB on all are alike. */
  private static final int LONGEST = 20;

  private static final int LENGTHS = LONGEST - SHORTEST + 1;

  private final Selection selection;

  /** Trials by length in powers of two; null before the first call. */
  private final Map<Operation, CopyTrial[]> trials = new EnumMap<>(Operation.class);

  CopyTrials(Selection selection) {
    this.selection = selection;
    for (Operation operation : Operation.values()) {
      trials.put(operation, new CopyTrial[LENGTHS]);
    }
  }

  /**
   * Returns the trial of the calls of a shape; null where there is nothing to try.
   *
   * @param form what the table says of the shape
   */
  CopyTrial of(Shape shape, CopyForm form) {
    if (!form.isTried()) {
      return null;
    }
    int length = Math.min(length(shape), LONGEST);
    CopyTrial[] byLength = trials.get(shape.operation());
    int place = length - SHORTEST;
    if (byLength[place] == null) {
      byLength[place] = newTrial(shape, 1L << length);
    }
    return byLength[place];
  }

  private static CopyTrial newTrial(Shape shape, long bytes) {
    String what = Text.format("%s of %d bytes and more", shape.operation().label(), bytes);
    return new CopyTrial(what, bytes, shape.size());
  }

  private static int length(Shape shape) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(shape.sourceBytes());
  }

  /**
   * Returns whether the next call of a shape looks for buffers. The same on all ranks between the
   * same two calls.
   */
  boolean looksForBuffers(Shape shape) {
    CopyForm form = selection.copy(shape);
    return looksForBuffers(of(shape, form), form);
  }

  /**
   * Returns whether the next call of a shape looks for buffers.
   *
   * @param trial what {@link #of} gives for the shape
   * @param form what the table says of it
   */
  static boolean looksForBuffers(CopyTrial trial, CopyForm form) {
    return trial == null ? form.looksForBuffers() : trial.looksForBuffers(form.looksForBuffers());
  }
}
