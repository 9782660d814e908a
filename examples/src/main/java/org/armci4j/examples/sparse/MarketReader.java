package org.armci4j.examples.sparse;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.sparse.MatrixMarket.ValueConsumer;

/**
 * Reads the lines of a Matrix Market file: a header, comments, sizes, and an entry on each line.
 *
 * <p>Source: Boisvert, Pozo and Remington, The Matrix Market exchange formats, NISTIR 5935 (1996).
 * A header without a symmetry, as bale writes it, is one of a general matrix.
 */
final class MarketReader {
  private static final int MOST = 1 << 24;

  private final String name;
  private final BufferedReader lines;
  private int number; // of the line that was read last

  MarketReader(String name, BufferedReader lines) {
    this.name = name;
    this.lines = lines;
  }

  /**
   * Returns the whole matrix. Entries may stand there twice.
   *
   * @param consumer gets all entries in the order of the file, with NaN in place of a missing value
   */
  SparseMatrix read(ValueConsumer consumer) throws IOException {
    String first = lines.readLine();
    number = 1;
    String[] header = first == null ? new String[0] : words(first.toLowerCase(Locale.ROOT));
    require(
        header.length >= 4 && header.length <= 5 && header[0].equals("%%matrixmarket"),
        "a Matrix Market file begins with '%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
    require(header[1].equals("matrix") && header[2].equals("coordinate"), "no coordinate matrix");
    require(
        List.of("pattern", "real", "integer").contains(header[3]),
        "the field is pattern, real or integer, not '" + header[3] + "'");
    boolean symmetric = header.length == 5 && header[4].equals("symmetric");
    require(
        symmetric || header.length == 4 || header[4].equals("general"),
        "the symmetry is general or symmetric, not '" + header[header.length - 1] + "'");
    return readEntries(header[3], symmetric, consumer);
  }

  private SparseMatrix readEntries(String field, boolean symmetric, ValueConsumer consumer)
      throws IOException {
    String[] sizes = nextLine();
    require(sizes != null && sizes.length == 3, "needs the numbers of rows, columns and entries");
    int rows = index(sizes[0], 0, MOST);
    int columns = index(sizes[1], 0, MOST);
    int count = index(sizes[2], 0, Integer.MAX_VALUE);
    require(!symmetric || rows == columns, "a symmetric matrix has as many rows as columns");
    EntryList entries = new EntryList();
    int found = 0;
    for (String[] words = nextLine(); words != null; words = nextLine()) {
      if (found++ == count) {
        throw mistake("more than " + count + " entries");
      }
      double value = value(words, field);
      int row = index(words[0], 1, rows) - 1;
      int column = index(words[1], 1, columns) - 1;
      require(!symmetric || column <= row, "a symmetric file has nothing above the diagonal");
      entries.add(row, column);
      consumer.accept(row, column, value);
      if (symmetric && row != column) {
        entries.add(column, row);
        consumer.accept(column, row, value);
      }
    }
    require(found == count, "the file ends after " + found + " of " + count + " entries");
    return entries.toMatrix(new CyclicDeal(rows, 1, 0), columns);
  }

  private double value(String[] words, String field) {
    if (field.equals("pattern")) {
      require(words.length == 2, "an entry is a row and a column");
      return Double.NaN;
    }
    require(words.length == 3, "an entry is a row, a column and a value");
    try {
      double value = field.equals("real") ? Double.parseDouble(words[2]) : Long.parseLong(words[2]);
      if (!Double.isNaN(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw mistake("'" + words[2] + "' is no number of field " + field);
  }

  /** Returns the words of the next line that is neither empty nor a comment; null at the end. */
  private String[] nextLine() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank() && !line.startsWith("%")) {
        return words(line);
      }
    }
    return null;
  }

  private static String[] words(String line) {
    return line.strip().split("\\s+", -1);
  }

  private int index(String text, int least, int most) {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below reports it.
    }
    throw mistake(
        String.format(Locale.ROOT, "'%s' is no whole number from %d to %d", text, least, most));
  }

  private void require(boolean holds, String reason) {
    if (!holds) {
      throw mistake(reason);
    }
  }

  private OptionException mistake(String reason) {
    return new OptionException(name + ":" + number + ": " + reason);
  }
}
