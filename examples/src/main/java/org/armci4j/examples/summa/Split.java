package org.armci4j.examples.summa;

/**
 * Divides a number of rows or columns into adjacent pieces whose lengths differ by one at most.
 *
 * @param length number of rows or columns
 * @param parts number of pieces
 */
record Split(int length, int parts) {
  /** Returns the first index of a piece; for one past the last piece, the end. */
  int start(int part) {
    return part * (length / parts) + Math.min(part, length % parts);
  }

  /** Returns the length of a piece. */
  int count(int part) {
    return start(part + 1) - start(part);
  }

  /** Returns the longest piece's length. */
  int largest() {
    return count(0);
  }

  /** Returns the piece that contains an index. */
  int owner(int index) {
    int longer = length % parts;
    int longLength = length / parts + 1;
    return index < longer * longLength
        ? index / longLength
        : longer + (index - longer * longLength) / (length / parts);
  }
}
