package org.armci4j.waiting;

import java.lang.foreign.MemorySegment;
import org.armci4j.Comparison;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.Words;

/**
 * Tests whether a word of memory stands in a relation to a value. The word is read with acquire,
 * which pairs with the release of a signal or a typed put: the thread that sees the word sees what
 * its writer wrote before.
 */
enum WordCondition implements Condition<MemorySegment> {
  EQ(Comparison.EQ),
  NE(Comparison.NE),
  GT(Comparison.GT),
  GE(Comparison.GE),
  LT(Comparison.LT),
  LE(Comparison.LE);

  private final Comparison comparison;

  WordCondition(Comparison comparison) {
    this.comparison = comparison;
  }

  static WordCondition of(Comparison comparison) {
    return switch (comparison) {
      case EQ -> EQ;
      case NE -> NE;
      case GT -> GT;
      case GE -> GE;
      case LT -> LT;
      case LE -> LE;
    };
  }

  static long read(MemorySegment view, long offset) {
    return Words.getAcquire(view, offset);
  }

  @Override
  public boolean holds(MemorySegment view, long offset, long value) {
    return comparison.test(read(view, offset), value);
  }

  /**
   * Reads the word, as any thread may. If its memory has ended, returns true, so that the wait
   * itself finds out. The memory may end at any moment, so only the read itself can tell.
   */
  @Override
  public boolean mayHold(MemorySegment view, long offset, long value) {
    try {
      return holds(view, offset, value);
    } catch (IllegalStateException ended) {
      return true;
    }
  }

  @Override
  public String describe(Object name, long offset, long value) {
    return Text.format("%s: word at offset %d %s %d", name, offset, comparison, value);
  }
}
