package org.armci4j.examples.sparse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.examples.options.OptionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixMarketTest {
  private static final String PATTERN = "%%MatrixMarket matrix coordinate pattern general/";

  @TempDir Path folder;

  /** Writes a file whose lines are divided by slashes. */
  private String file(String lines) throws IOException {
    Path file = folder.resolve("matrix.mtx");
    Files.writeString(file, lines.replace('/', '\n'), StandardCharsets.ISO_8859_1);
    return file.toString();
  }

  private static String rows(RowSource source) {
    return source.columns()
        + " columns, "
        + IntStream.range(0, source.rows())
            .mapToObj(row -> Arrays.toString(source.row(row)))
            .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pattern general/2 3 3/2 3/1 1/2 1 | 3 columns, [0] [0, 2]",
        "pattern/2 2 1/2 1 | 2 columns, [] [0]",
        "real general/% of \u00e4/%/2 2 2/1 2 -1.5e-3/2 2 0 | 2 columns, [1] [1]",
        "integer general/2 2 2/1 2 -7/1 2 8 | 2 columns, [1] []",
        "Pattern SYMMETRIC/3 3 3/1 1/2 1/3 2 | 3 columns, [0, 1] [0, 2] [1]",
        "real symmetric//  2\t2  1  //2 1 1./ | 2 columns, [1] [0]",
        "pattern general/0 0 0 | 0 columns,",
        "pattern general/2 1 0/ | 1 columns, [] []",
      })
  void readsGoodFiles(String lines, String rows) throws IOException {
    String path = file("%%MatrixMarket matrix coordinate " + lines);
    assertEquals(rows, rows(MatrixMarket.read(path)).strip());
  }

  @Test
  void lowerHalfHasEachEdgeOnce() throws IOException {
    MatrixMarket matrix = MatrixMarket.read(file(PATTERN + "4 4 6/1 1/1 2/2 1/1 4/4 3/3 3"));
    assertEquals("4 columns, [] [0] [] [0, 2]", rows(matrix.lowerHalf()));
    assertEquals("4 columns, [] [0] [] [0, 2]", rows(matrix.lowerHalf().lowerHalf()));
    MatrixMarket wide = MatrixMarket.read(file(PATTERN + "2 3 0"));
    assertTrue(
        assertThrows(OptionException.class, wide::lowerHalf)
            .getMessage()
            .endsWith("matrix.mtx: a graph has as many rows as columns, not 2 and 3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1: a Matrix Market file begins with '%%MatrixMarket matrix coordinate FIELD"
            + " SYMMETRY'",
        "matrix coordinate pattern general/1 1 0 | 1: a Matrix Market file begins with .*",
        "%%MatrixMarket matrix/1 1 0 | 1: a Matrix Market file begins with .*",
        "%%MatrixMarket matrix array real general/1 1/1 | 1: no coordinate matrix",
        "%%MatrixMarket vector coordinate real general/1 1/1 | 1: no coordinate matrix",
        "%%MatrixMarket matrix coordinate complex general/ | 1: the field is .*, not 'complex'",
        "%%MatrixMarket matrix coordinate real hermitian/ | 1: the symmetry is .*, not 'hermitian'",
        "%%MatrixMarket matrix coordinate real general | 1: needs the numbers of rows, .*",
        "%%MatrixMarket matrix coordinate real general/%/3 3 | 3: needs the numbers of .*",
        "%%MatrixMarket matrix coordinate real general/3 -1 2 | 2: '-1' is no whole number from 0"
            + " .*",
        "%%MatrixMarket matrix coordinate real general/3 x 2 | 2: 'x' is no whole number from 0 .*",
        "%%MatrixMarket matrix coordinate real symmetric/3 2 2 | 2: a symmetric matrix has as .*",
        "%%MatrixMarket matrix coordinate real general/2 2 1/1 1 | 3: an entry is .* and a value",
        "%%MatrixMarket matrix coordinate real general/2 2 1/1 1 a | 3: 'a' is no number of field"
            + " real",
        "%%MatrixMarket matrix coordinate real general/2 2 1/1 1 NaN | 3: 'NaN' is no number of .*",
        "%%MatrixMarket matrix coordinate integer general/2 2 1//1 1 1.5 | 4: '1.5' is no number"
            + " .*",
        "%%MatrixMarket matrix coordinate pattern general/2 2 1/1 1 1 | 3: an entry is a row and"
            + " .*",
        "%%MatrixMarket matrix coordinate pattern general/2 2 1/3 1 | 3: '3' is no whole number"
            + " from 1 to 2",
        "%%MatrixMarket matrix coordinate pattern general/2 2 1/0 1 | 3: '0' is no whole number"
            + " from 1 to 2",
        "%%MatrixMarket matrix coordinate pattern general/2 2 1/1 1.0 | 3: '1.0' is no whole number"
            + " .*",
        "%%MatrixMarket matrix coordinate pattern general/2 2 1/1 1/%/2 2 | 5: more than 1 entries",
        "%%MatrixMarket matrix coordinate pattern general/2 2 3/1 1/2 2 | 4: the file ends after 2"
            + " of 3 entries",
        "%%MatrixMarket matrix coordinate pattern symmetric/2 2 1/1 2 | 3: a symmetric file has .*",
      })
  void mistakesNameFileAndLine(String lines, String message) throws IOException {
    String path = file(lines);
    OptionException mistake = assertThrows(OptionException.class, () -> MatrixMarket.read(path));
    assertTrue(mistake.getMessage().startsWith(path + ":"), mistake::getMessage);
    String rest = mistake.getMessage().substring(path.length() + 1);
    assertTrue(rest.matches(message), rest);
  }

  @Test
  void missingFilesAreNamed() {
    String path = folder.resolve("nothing.mtx").toString();
    OptionException mistake = assertThrows(OptionException.class, () -> MatrixMarket.read(path));
    assertEquals("there is no file " + path, mistake.getMessage());
    for (String unreadable : new String[] {folder.toString(), "a\0b"}) {
      mistake = assertThrows(OptionException.class, () -> MatrixMarket.read(unreadable));
      String message = mistake.getMessage();
      assertTrue(message.startsWith("cannot read " + unreadable + ": "), message);
    }
  }
}
