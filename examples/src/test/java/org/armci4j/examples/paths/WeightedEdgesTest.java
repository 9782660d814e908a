package org.armci4j.examples.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.sparse.ErdosRenyi;
import org.armci4j.examples.sparse.MatrixMarket;
import org.armci4j.examples.sparse.RowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightedEdgesTest {
  @TempDir Path folder;

  private RowSource file(String lines) throws IOException {
    Path file = folder.resolve("graph.mtx");
    Files.writeString(file, "%%MatrixMarket matrix coordinate " + lines.replace('/', '\n'));
    return MatrixMarket.read(file.toString());
  }

  private static List<String> edges(WeightedRows rows, int row) {
    List<String> edges = new ArrayList<>();
    for (int e = rows.begin(row); e < rows.end(row); e++) {
      edges.add(rows.target(e) + " after " + rows.length(e));
    }
    return edges;
  }

  @Test
  void theEdgesAreTheSameOnAnyNumberOfRanks() {
    WeightedEdges graph = WeightedEdges.of(ErdosRenyi.ofDegree(100, 6, 1), 50, 1);
    WeightedRows all = new WeightedRows(graph, new CyclicDeal(100, 1, 0), 20);
    for (int rank = 0; rank < 3; rank++) {
      CyclicDeal vertices = new CyclicDeal(100, 3, rank);
      WeightedRows some = new WeightedRows(graph, vertices, 20);
      for (int row = 0; row < vertices.count(); row++) {
        assertEquals(edges(all, vertices.index(row)), edges(some, row));
      }
    }
  }

  @Test
  void theLightEdgesOfAVertexComeFirst() {
    WeightedEdges graph = WeightedEdges.of(ErdosRenyi.ofDegree(30, 10, 1), 50, 1);
    WeightedRows rows = new WeightedRows(graph, new CyclicDeal(30, 1, 0), 20);
    for (int row = 0; row < 30; row++) {
      for (int e = rows.begin(row); e < rows.end(row); e++) {
        assertEquals(e < rows.heavy(row), rows.length(e) <= 20, "row " + row);
      }
    }
  }

  @Test
  void generatedEdgesLeadInBothDirectionsWithOneLength() {
    WeightedEdges graph = WeightedEdges.of(ErdosRenyi.ofDegree(30, 30, 1), 50, 1);
    int[][] lengths = new int[30][30];
    graph.forEach((from, to, length) -> lengths[from][to] += length);
    for (int from = 0; from < 30; from++) {
      for (int to = 0; to < 30; to++) {
        assertEquals(lengths[from][to], lengths[to][from]);
        assertTrue(from == to ? lengths[from][to] == 0 : lengths[from][to] >= 1);
      }
    }
    assertTrue(graph.longest() > 40 && graph.longest() <= 50);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "integer general/2 2 3/1 2 7/1 2 9/2 1 3 | 0-1:7 0-1:9 1-0:3",
        "real symmetric/2 2 2/1 1 2/2 1 65536.0 | 0-0:2 1-0:65536 0-1:65536",
        "pattern general/3 3 2/3 1/2 3 | 2-0:1 1-2:1",
      })
  void valuesOfFilesAreLengths(String lines, String expected) throws IOException {
    List<String> found = new ArrayList<>();
    WeightedEdges.of(file(lines), 1, 1)
        .forEach((from, to, length) -> found.add(from + "-" + to + ":" + length));
    assertEquals(expected, String.join(" ", found));
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "1.5", "65537", "1e300"})
  void otherValuesAreRefused(String value) throws IOException {
    RowSource file = file("real general/1 1 1/1 1 " + value);
    String message =
        assertThrows(OptionException.class, () -> WeightedEdges.of(file, 1, 1)).getMessage();
    assertTrue(message.startsWith("lengths of edges are whole numbers from 1 to 65536"), message);
  }

  @ParameterizedTest
  @CsvSource({"pattern general/1 2 0", "pattern general/0 0 0"})
  void aGraphIsSquareAndHasVertices(String lines) throws IOException {
    RowSource file = file(lines);
    assertThrows(OptionException.class, () -> WeightedEdges.of(file, 1, 1));
  }
}
