package org.armci4j.examples.summa;

/**
 * How a number of rows or columns is shared out: in pieces side by side whose lengths differ by one
 * at most.
 *
 * @param length how many there are
 * @param parts into how many pieces
 */
record Split(int length, int parts) {
  /** The first of a piece; one past the last piece it is the end. */
  int start(int part) {
    return part * (length / parts) + Math.min(part, length % parts);
  }

  /** How many a piece has. */
  int count(int part) {
    return start(part + 1) - start(part);
  }

  /** The longest piece's length. */
  int largest() {
    return count(0);
  }

  /** The piece that has an index. */
  int owner(int index) {
    int longer = length % parts;
    int longLength = length / parts + 1;
    return index < longer * longLength
        ? index / longLength
        : longer + (index - longer * longLength) / (length / parts);
  }
}
