package org.armci4j.collectives.reduce;

/** The reductions that come with the library. */
public enum Builtin {
  SUM,
  PRODUCT,
  MIN,
  MAX,
  MIN_LOC,
  MAX_LOC,
  LOGICAL_AND,
  LOGICAL_OR,
  LOGICAL_XOR,
  BITWISE_AND,
  BITWISE_OR,
  BITWISE_XOR;

  /** Whether the result is one of the operands, so that there is no rounding. */
  public boolean selects() {
    return switch (this) {
      case MIN, MAX, MIN_LOC, MAX_LOC -> true;
      default -> false;
    };
  }
}
