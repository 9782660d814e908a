package org.armci4j.examples.sparse;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.armci4j.examples.options.OptionException;

/**
 * The matrix of a Matrix Market file. Each rank reads the whole file and keeps it, as it verifies
 * its results against the whole matrix. An entry of the matrix is a 1, whatever its value; {@link
 * #forEach} tells the values. An entry that stands there twice counts once.
 */
public final class MatrixMarket implements RowSource {
  /** Gets an entry of a file. */
  @FunctionalInterface
  public interface ValueConsumer {
    /**
     * Gets an entry.
     *
     * @param row the row
     * @param column the column
     * @param value the value; NaN in a file that has none
     */
    void accept(int row, int column, double value);
  }

  private final String name;
  private final SparseMatrix matrix;

  private MatrixMarket(String name, SparseMatrix matrix) {
    this.name = name;
    this.matrix = matrix;
  }

  /**
   * Reads a file.
   *
   * @param path of the file
   * @return its matrix
   * @throws OptionException when the file cannot be read; names the file and the line
   */
  public static MatrixMarket read(String path) {
    return new MatrixMarket(path, read(path, (_, _, _) -> {}));
  }

  private static SparseMatrix read(String path, ValueConsumer consumer) {
    // Comments may have any bytes; as Latin-1 none is refused.
    try (BufferedReader lines =
        Files.newBufferedReader(Path.of(path), StandardCharsets.ISO_8859_1)) {
      return new MarketReader(path, lines).read(consumer);
    } catch (NoSuchFileException e) {
      throw new OptionException("there is no file " + path);
    } catch (IOException | InvalidPathException e) {
      throw new OptionException("cannot read " + path + ": " + e);
    }
  }

  /**
   * Reads the file once more and gives all its entries with their values to a consumer.
   *
   * @param consumer gets the entries in the order of the file, each as often as it stands there
   * @throws OptionException when the file cannot be read any more
   */
  public void forEach(ValueConsumer consumer) {
    read(name, consumer);
  }

  @Override
  public int rows() {
    return matrix.rows().length();
  }

  @Override
  public int columns() {
    return matrix.columns();
  }

  @Override
  public int[] row(int row) {
    return Arrays.stream(matrix.row(row)).sorted().distinct().toArray();
  }

  /**
   * {@inheritDoc}
   *
   * @throws OptionException when the matrix is not square
   */
  @Override
  public MatrixMarket lowerHalf() {
    if (rows() != columns()) {
      throw new OptionException(
          name + ": a graph has as many rows as columns, not " + rows() + " and " + columns());
    }
    EntryList edges = new EntryList();
    for (int row = 0; row < rows(); row++) {
      for (int column : row(row)) {
        if (row != column) {
          edges.add(Math.max(row, column), Math.min(row, column));
        }
      }
    }
    return new MatrixMarket(name, edges.toMatrix(matrix.rows(), columns()));
  }
}
