package org.armci4j.examples.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.examples.common.CyclicDeal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SparseMatrixTest {
  static Stream<RowSource> sources() {
    return Stream.of(
        ErdosRenyi.ofDegree(101, 6, 5),
        ErdosRenyi.ofDegree(2, 1, 5),
        GeometricGraph.ofDegree(101, 6, 5),
        new StarProduct(List.of(3, 4), StarLoop.LEAF),
        new RandomRows(7, 30, 0.3, 5),
        new RandomRows(0, 3, 0.3, 5));
  }

  @ParameterizedTest
  @MethodSource("sources")
  void anyNumberOfRanksHasTheSameRows(RowSource source) {
    for (int ranks = 1; ranks <= 4; ranks++) {
      int[][] rows = new int[source.rows()][];
      for (int rank = 0; rank < ranks; rank++) {
        CyclicDeal deal = new CyclicDeal(source.rows(), ranks, rank);
        SparseMatrix matrix = SparseMatrix.of(source, deal);
        assertEquals(source.columns(), matrix.columns());
        for (int place = 0; place < deal.count(); place++) {
          rows[deal.index(place)] = matrix.row(place);
        }
        assertEquals(
            IntStream.range(0, deal.count()).map(p -> matrix.row(p).length).sum(),
            matrix.entries());
      }
      for (int row = 0; row < rows.length; row++) {
        assertArrayEquals(source.row(row), rows[row], "row " + row);
      }
    }
  }

  @Test
  void entriesOfARowStayInTheirOrder() {
    EntryList entries = new EntryList();
    IntStream.range(0, 200).map(i -> 199 - i).forEach(i -> entries.add(i % 3, i));
    SparseMatrix matrix = entries.toMatrix(new CyclicDeal(3, 1, 0), 200);
    for (int place = 0; place < 3; place++) {
      int rest = place;
      assertArrayEquals(
          IntStream.range(0, 200).map(i -> 199 - i).filter(i -> i % 3 == rest).toArray(),
          matrix.row(place));
    }
  }

  @Test
  void anEntryMayBeThereTwice() {
    EntryList entries = new EntryList();
    int[][] edges = {{3, 7}, {0, 5}, {3, 1}, {1, 9}, {3, 7}};
    for (int[] edge : edges) {
      entries.add(edge[0], edge[1]);
    }
    SparseMatrix matrix = entries.toMatrix(new CyclicDeal(4, 1, 0), 10);
    int[][] rows = {{5}, {9}, {}, {7, 1, 7}};
    for (int place = 0; place < 4; place++) {
      assertArrayEquals(rows[place], matrix.row(place));
    }
  }

  @Test
  void differentRowsAreNamed() {
    CyclicDeal deal = new CyclicDeal(8, 3, 1); // rows 1, 4, 7
    SparseMatrix one = new SparseMatrix(deal, 9, new int[] {0, 0, 2, 2}, new int[] {8, 3});
    SparseMatrix same = new SparseMatrix(deal, 9, new int[] {0, 0, 2, 2}, new int[] {3, 8});
    new SameRows(same).accept(one);
    SparseMatrix matrix = new SparseMatrix(deal, 9, new int[] {0, 0, 1, 2}, new int[] {3, 8});
    SameRows other = new SameRows(matrix);
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> other.accept(one));
    assertEquals("row 4, entry 1: column 8 instead of none", thrown.getMessage());
  }
}
