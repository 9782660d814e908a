package org.armci4j.collectives;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.ExactClasses;
import org.armci4j.kernel.loops.Loops;
import org.armci4j.kernel.loops.Operator;

/** Combines native memory by the loops that accumulates use too. */
final class LoopCombiner implements Combiner {
  private final ExactClasses<Loops> loops;
  private final int elementBytes;

  /** An operator on elements of a type that it takes. */
  LoopCombiner(Operator operator, ElementType type) {
    this.loops = Loops.of(type.element(), operator);
    this.elementBytes = type.sizeBytes();
  }

  @Override
  public void combine(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment result,
      long resultOffset,
      long count) {
    loops
        .between(right, result)
        .combine(left, leftOffset, right, rightOffset, result, resultOffset, count * elementBytes);
  }
}
