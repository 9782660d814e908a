package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Transposes a matrix of any type of elements, tile by tile, so that both sides stay in a cache.
 */
public final class Transposition {
  private static final long TILE = 32;

  private Transposition() {}

  /**
   * Writes the transposed matrix.
   *
   * @param source row-major without gaps
   * @param rows of the source
   * @param columns of the source
   * @param target receives {@code columns} rows of {@code rows} elements
   * @param offset first byte of the target
   * @param step bytes from one row of the target to the next
   */
  public static void transpose(
      MemorySegment source,
      long rows,
      long columns,
      MemorySegment target,
      long offset,
      long step,
      int elementBytes) {
    for (long row = 0; row < rows; row += TILE) {
      for (long column = 0; column < columns; column += TILE) {
        long lastRow = Math.min(rows, row + TILE);
        long lastColumn = Math.min(columns, column + TILE);
        for (long i = row; i < lastRow; i++) {
          for (long j = column; j < lastColumn; j++) {
            long from = (i * columns + j) * elementBytes;
            long to = offset + j * step + i * elementBytes;
            switch (elementBytes) {
              case 1 ->
                  target.set(ValueLayout.JAVA_BYTE, to, source.get(ValueLayout.JAVA_BYTE, from));
              case 4 ->
                  target.set(ValueLayout.JAVA_INT, to, source.get(ValueLayout.JAVA_INT, from));
              default ->
                  target.set(ValueLayout.JAVA_LONG, to, source.get(ValueLayout.JAVA_LONG, from));
            }
          }
        }
      }
    }
  }
}
