package org.armci4j.arrays.kernel;

/**
 * A matrix inside a Java array, which may have gaps between its rows and columns.
 *
 * @param values the array
 * @param first the matrix's first element
 * @param rows of the matrix
 * @param columns of the matrix
 * @param rowStep elements from one row to the next
 * @param columnStep elements from one column to the next
 */
public record MatrixPart(
    double[] values, int first, int rows, int columns, int rowStep, int columnStep) {
  /** Returns a matrix that is row-major without gaps. */
  public static MatrixPart of(double[] values, int first, int rows, int columns) {
    return new MatrixPart(values, first, rows, columns, columns, 1);
  }

  /** Returns the transposed matrix of the same elements. */
  public MatrixPart transposed() {
    return new MatrixPart(values, first, columns, rows, columnStep, rowStep);
  }

  /** Returns a block of the matrix. */
  MatrixPart part(int row, int column, int height, int width) {
    return new MatrixPart(values, place(row, column), height, width, rowStep, columnStep);
  }

  /** Returns where an element is in the array. */
  int place(int row, int column) {
    return first + row * rowStep + column * columnStep;
  }
}
