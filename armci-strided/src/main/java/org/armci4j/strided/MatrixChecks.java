package org.armci4j.strided;

import java.lang.reflect.Array;
import java.util.Objects;
import org.armci4j.ElementBlock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Checks a matrix before any data move, counted in elements. A matrix is a number of rows of
 * equally many elements. Adjacent rows begin a leading dimension apart.
 */
final class MatrixChecks {
  private MatrixChecks() {}

  /** Throws unless the matrix lies inside the caller's own array. */
  static <A> void array(
      String operation,
      String name,
      A array,
      long from,
      long leading,
      int rows,
      int columns,
      ElementBlock<A> block) {
    long length = Array.getLength(Objects.requireNonNull(array, name));
    if (!isInside(length, from, leading, rows, columns)) {
      throw refusal(
          operation, "the " + name, length, from, leading, rows, columns, block.elementBytes());
    }
  }

  /** Throws unless the matrix lies inside the target's block. */
  static void block(
      String operation, ElementBlock<?> block, long index, long leading, int rows, int columns) {
    long length = block.length();
    if (!isInside(length, index, leading, rows, columns)) {
      String where = "rank " + block.rank() + "'s block";
      throw refusal(operation, where, length, index, leading, rows, columns, block.elementBytes());
    }
  }

  /** Compares without a product that could overflow. A matrix without elements needs no room. */
  private static boolean isInside(long length, long first, long leading, int rows, int columns) {
    if ((rows | columns) < 0 || first < 0 || leading < Math.max(1, columns)) {
      return false;
    }
    long room = length - first - (rows == 0 ? 0 : columns);
    return room >= 0 && (rows <= 1 || columns == 0 || rows - 1 <= room / leading);
  }

  private static ArmciException refusal(
      String operation,
      String where,
      long length,
      long first,
      long leading,
      int rows,
      int columns,
      int elementBytes) {
    if (rows >= 0 && columns >= 0 && leading < Math.max(1, columns)) {
      return new ArmciException(
          Text.format(
              "%s: in %s rows of %d elements cannot begin %d apart; a leading dimension is at least"
                  + " a row, and at least 1",
              operation, where, columns, leading));
    }
    return new ArmciException(
        Text.format(
            "%s: %d rows of %d elements, %d apart, from element %d on are not inside %s, which has"
                + " %d elements of %d bytes",
            operation, rows, columns, leading, first, where, length, elementBytes));
  }
}
