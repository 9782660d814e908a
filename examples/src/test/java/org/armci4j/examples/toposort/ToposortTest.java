package org.armci4j.examples.toposort;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.sparse.ErdosRenyi;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.examples.sparse.StreamTranspose;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToposortTest {
  @ParameterizedTest
  @CsvSource({
    // ranks, rows, degree
    "1, 1, 1",
    "1, 40, 3",
    "2, 3, 2",
    "3, 2, 1",
    "3, 100, 5",
    "4, 33, 33",
    "4, 300, 2",
    "2, 1500, 1"
  })
  void bothFormsSort(int ranks, int rows, int degree) {
    PermutedTriangle source = new PermutedTriangle(ErdosRenyi.ofDegree(rows, degree, 2), 3);
    RankThreads.of(ranks)
        .run(
            armci -> {
              SparseMatrix matrix = SparseMatrix.of(source, CyclicDeal.of(armci, rows));
              SparseMatrix transposed = StreamTranspose.of(armci, matrix);
              try (SortForm words = new WordToposort(armci, matrix, transposed);
                  SortForm streams = new StreamToposort(armci, matrix, transposed)) {
                for (SortForm form : List.of(words, streams, words, streams)) {
                  form.order(form.sort()).require(matrix, source.levels());
                  armci.barrier(); // all have checked
                }
              }
            });
  }

  @Test
  void aFullTriangleHasALevelForEachRow() {
    assertEquals(20, new PermutedTriangle(ErdosRenyi.ofDegree(20, 20, 1), 1).levels());
    assertEquals(1, new PermutedTriangle(ErdosRenyi.ofDegree(1, 1, 1), 1).levels());
  }

  /** Orders of the matrix with the rows (0, 2), (0), (0, 1, 2), of which only one is right. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 2 0 | 2 0 1 | 3 | right",
        "1 2 0 | 2 0 1 | 2 | 3 levels, not 2",
        "2 1 0 | 2 0 1 | 3 | row 2 has an entry in column 1",
        "1 2 2 | 2 0 1 | 3 | the new places of the rows are no permutation",
        "1 2 0 | 2 0 3 | 3 | the new places of the columns are no permutation",
      })
  void wrongOrdersAreFound(String rows, String columns, int levels, String message) {
    CyclicDeal deal = new CyclicDeal(3, 1, 0);
    SparseMatrix matrix =
        new SparseMatrix(deal, 3, new int[] {0, 2, 3, 6}, new int[] {0, 2, 0, 0, 1, 2});
    FoundOrder order = new FoundOrder(numbers(rows), numbers(columns), 3);
    if (message.equals("right")) {
      order.require(matrix, levels);
    } else {
      IllegalStateException thrown =
          assertThrows(IllegalStateException.class, () -> order.require(matrix, levels));
      assertEquals(message, thrown.getMessage());
    }
  }

  @Test
  void anEmptyDiagonalIsFound() {
    SparseMatrix matrix =
        new SparseMatrix(new CyclicDeal(2, 1, 0), 2, new int[] {0, 1, 2}, new int[] {1, 1});
    FoundOrder order = new FoundOrder(new long[] {0, 1}, new long[] {0, 1}, 1);
    String message =
        assertThrows(IllegalStateException.class, () -> order.require(matrix, 1)).getMessage();
    assertTrue(message.endsWith("nothing on the diagonal"), message);
  }

  private static long[] numbers(String text) {
    return Arrays.stream(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }
}
