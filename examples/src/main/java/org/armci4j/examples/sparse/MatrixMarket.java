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
 * its results against the whole matrix. An entry of the file is a 1, whatever its value. An entry
 * that stands there twice counts once.
 */
public final class MatrixMarket implements RowSource {
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
    // Comments may have any bytes; as Latin-1 none is refused.
    try (BufferedReader lines =
        Files.newBufferedReader(Path.of(path), StandardCharsets.ISO_8859_1)) {
      return new MatrixMarket(path, new MarketReader(path, lines).read());
    } catch (NoSuchFileException e) {
      throw new OptionException("there is no file " + path);
    } catch (IOException | InvalidPathException e) {
      throw new OptionException("cannot read " + path + ": " + e);
    }
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
    return Arrays.stream(matrix.row(row)).distinct().toArray();
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
