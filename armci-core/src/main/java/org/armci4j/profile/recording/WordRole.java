package org.armci4j.profile.recording;

import org.armci4j.waiting.WordCondition;

/** What an operation or a wait has to do with a word of memory, or that it is a collective. */
public enum WordRole {
  /** Nothing. */
  NONE,
  /** A signal sets the word. */
  SET,
  /** A signal adds to the word. */
  ADD,
  /** A wait ends when the word equals a value. */
  EQ(WordCondition.EQ),
  /** A wait ends when the word differs from a value. */
  NE(WordCondition.NE),
  /** A wait ends when the word is greater than a value. */
  GT(WordCondition.GT),
  /** A wait ends when the word is at least a value. */
  GE(WordCondition.GE),
  /** A wait ends when the word is less than a value. */
  LT(WordCondition.LT),
  /** A wait ends when the word is at most a value. */
  LE(WordCondition.LE),
  /** A call of a collective: instead of a word and a value it has its kind's key and its number. */
  CALL;

  /** The condition of a wait; null for all other roles. */
  private final WordCondition condition;

  WordRole() {
    this(null);
  }

  WordRole(WordCondition condition) {
    this.condition = condition;
  }

  static WordRole of(WordCondition condition) {
    return switch (condition) {
      case EQ -> EQ;
      case NE -> NE;
      case GT -> GT;
      case GE -> GE;
      case LT -> LT;
      case LE -> LE;
    };
  }

  /**
   * Returns whether this is a signal.
   *
   * @return false for waits and operations without a signal
   */
  public boolean isSignal() {
    return this == SET || this == ADD;
  }

  /**
   * Returns whether this is a wait.
   *
   * @return false for operations and collectives
   */
  public boolean isWait() {
    return condition != null;
  }

  /**
   * Returns whether a word ends a wait.
   *
   * @param word the word
   * @param value the value of the wait
   * @return false if this is no wait
   */
  public boolean ends(long word, long value) {
    return condition != null && condition.test(word, value);
  }
}
