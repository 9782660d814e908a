package org.armci4j.kernel.loops;

import java.lang.foreign.MemorySegment;

/**
 * One round of a warm-up: an operator on some kilobytes of zeros, in all shapes that calls have.
 * Rows of many vectors, as the JIT keeps helpers as calls where it has seen short ones; rows that
 * end amid a vector; several rows. A shape that is missing here would take the compiled code back
 * to the interpreter when the first call has it.
 */
final class LoopRound {
  private static final int CALLS = 16;
  private static final int SHORTEST_BYTES = 4096;

  /** How many elements each call has more than the one before: no whole number of vectors. */
  private static final int STEP = 3;

  private static final int LONGEST_ELEMENT_BYTES = 16;
  private static final int STRIDE_BYTES = SHORTEST_BYTES + CALLS * STEP * LONGEST_ELEMENT_BYTES;
  private static final int ROWS = 2;

  /** Size of each operand. */
  static final int ROOM_BYTES = ROWS * STRIDE_BYTES;

  private final Operator operator;
  private final int stepBytes;
  private final MemorySegment terms;
  private final MemorySegment sums;

  LoopRound(Element element, Operator operator, MemorySegment terms, MemorySegment sums) {
    this.operator = operator;
    this.stepBytes = STEP * element.sizeBytes();
    this.terms = terms;
    this.sums = sums;
  }

  /** Runs a round by one form of the operator's loops. */
  void run(Loops loops) {
    for (int call = 0; call < CALLS; call++) {
      int rowBytes = SHORTEST_BYTES + call * stepBytes;
      if (operator == Operator.SCALED_SUM) {
        int rows = 1 + call % ROWS;
        loops.accumulate(0, 0, terms, 0, STRIDE_BYTES, sums, 0, STRIDE_BYTES, rowBytes, rows);
      } else {
        loops.combine(sums, 0, terms, 0, sums, 0, rowBytes);
      }
    }
  }
}
