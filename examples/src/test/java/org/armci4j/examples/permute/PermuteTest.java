package org.armci4j.examples.permute;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.RandomOrder;
import org.armci4j.examples.sparse.RandomRows;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermuteTest {
  @ParameterizedTest
  @CsvSource({
    // ranks, rows, columns, density
    "1, 9, 5, 0.4",
    "2, 40, 61, 0.2",
    "3, 2, 50, 0.5",
    "3, 50, 2, 0.5",
    "4, 0, 9, 0.5",
    "4, 20, 20, 0",
    "4, 150, 130, 1"
  })
  void bothFormsPermute(int ranks, int rows, int columns, double density) {
    RandomRows source = new RandomRows(rows, columns, density, 1);
    RankThreads.of(ranks).run(armci -> bothFormsPermute(armci, source));
  }

  private static void bothFormsPermute(Armci armci, RandomRows source) {
    try (WordPermute form =
        new WordPermute(armci, source.rows(), source.columns(), new VirtualParts(5))) {
      bothFormsPermute(armci, source, form, 3);
      bothFormsPermute(armci, source, form, 4); // in the memory of the first result
    }
  }

  private static void bothFormsPermute(Armci armci, RandomRows source, WordPermute form, int seed) {
    CyclicDeal deal = CyclicDeal.of(armci, source.rows());
    SparseMatrix matrix = SparseMatrix.of(source, deal);
    int[] rowTo = RandomOrder.ofRows(source.rows(), seed);
    int[] columnTo = RandomOrder.ofColumns(source.columns(), seed);
    int[] ownRowTo = deal.share(rowTo);
    int[] ownColumnTo = deal.ofLength(source.columns()).share(columnTo);
    SparseMatrix byWords = form.of(matrix, ownRowTo, ownColumnTo);
    SparseMatrix byStreams = StreamPermute.of(armci, matrix, ownRowTo, ownColumnTo);
    for (int place = 0; place < deal.count(); place++) {
      int row = deal.index(place);
      int from =
          IntStream.range(0, rowTo.length).filter(i -> rowTo[i] == row).findAny().orElseThrow();
      int[] expected = Arrays.stream(source.row(from)).map(c -> columnTo[c]).sorted().toArray();
      assertArrayEquals(expected, sorted(byWords.row(place)), "row " + row);
      assertArrayEquals(expected, sorted(byStreams.row(place)), "row " + row);
    }
  }

  private static int[] sorted(int[] columns) {
    return Arrays.stream(columns).sorted().toArray();
  }
}
