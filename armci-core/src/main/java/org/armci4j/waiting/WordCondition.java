package org.armci4j.waiting;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.Words;

/**
 * Tests whether a word of memory stands in a relation to a value. The word is read with acquire,
 * which pairs with the release of a signal or a typed put: the thread that sees the word sees what
 * its writer wrote before.
 */
public enum WordCondition implements OpenCondition<MemorySegment> {
  /** The word equals the value. */
  EQ,
  /** The word differs from the value. */
  NE,
  /** The word is greater than the value (signed). */
  GT,
  /** The word is greater than or equal to the value (signed). */
  GE,
  /** The word is less than the value (signed). */
  LT,
  /** The word is less than or equal to the value (signed). */
  LE;

  static long read(MemorySegment view, long offset) {
    return Words.getAcquire(view, offset);
  }

  /**
   * Returns whether a word stands in this relation to a value.
   *
   * @param seen the word as it was read
   * @param value the value to compare it with
   * @return true when the relation holds
   */
  public boolean test(long seen, long value) {
    return switch (this) {
      case EQ -> seen == value;
      case NE -> seen != value;
      case GT -> seen > value;
      case GE -> seen >= value;
      case LT -> seen < value;
      case LE -> seen <= value;
    };
  }

  @Override
  public boolean holds(MemorySegment view, long offset, long value) {
    return test(read(view, offset), value);
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
    return Text.format("%s: word at offset %d %s %d", name, offset, this, value);
  }
}
