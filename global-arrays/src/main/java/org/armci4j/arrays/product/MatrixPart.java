package org.armci4j.arrays.product;

/**
 * Says where the elements of a matrix are in an array of Java. A matrix is row-major, so its {@code
 * columnStep} is 1, or the transposed matrix of a row-major one, so its {@code rowStep} is 1.
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
  /**
   * Returns a matrix that is row-major without gaps.
   *
   * @param values the array
   * @param first the matrix's first element
   * @param rows of the matrix
   * @param columns of the matrix
   * @return the matrix
   */
  public static MatrixPart of(double[] values, int first, int rows, int columns) {
    return new MatrixPart(values, first, rows, columns, columns, 1);
  }

  /**
   * Returns the transposed matrix of the same elements.
   *
   * @return another view of the array
   */
  public MatrixPart transposed() {
    return new MatrixPart(values, first, columns, rows, columnStep, rowStep);
  }

  /**
   * Returns a block of the matrix.
   *
   * @param row its first row
   * @param column its first column
   * @param height its rows
   * @param width its columns
   * @return another view of the array
   */
  public MatrixPart part(int row, int column, int height, int width) {
    return new MatrixPart(values, place(row, column), height, width, rowStep, columnStep);
  }

  /**
   * Returns where an element is in the array.
   *
   * @param row from 0 on
   * @param column from 0 on
   * @return its place in {@link #values}; nothing is checked
   */
  public int place(int row, int column) {
    return first + row * rowStep + column * columnStep;
  }
}
