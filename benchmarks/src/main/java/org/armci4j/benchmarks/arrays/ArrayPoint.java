package org.armci4j.benchmarks.arrays;

/**
 * One measured operation.
 *
 * @param name its name in the report; begins with the operation
 * @param operation one of {@link ArrayPoints#OPERATIONS}
 * @param size edge of a patch or of a matrix, or number of elements
 * @param sizeBytes number of bytes that the operation moves, for the report; 0 when it moves none
 */
record ArrayPoint(String name, String operation, int size, long sizeBytes) {
  private static final String SEPARATOR = ":";

  /** Part of the repetitions that a product takes, which is long beside all others. */
  private static final int PRODUCT_SHARE = 7;

  /** Returns the point as an argument of {@link ArraysRank} and of the peer's program. */
  String toArgument() {
    return String.join(
        SEPARATOR, name, operation, Integer.toString(size), Long.toString(sizeBytes));
  }

  /** Returns the point of such an argument. */
  static ArrayPoint parse(String argument) {
    String[] words = argument.split(SEPARATOR, -1);
    return new ArrayPoint(words[0], words[1], Integer.parseInt(words[2]), Long.parseLong(words[3]));
  }

  /** Returns how many of the usual repetitions this point takes. */
  int repetitions(int usual) {
    return operation.equals("multiply") ? Math.ceilDiv(usual, PRODUCT_SHARE) : usual;
  }
}
