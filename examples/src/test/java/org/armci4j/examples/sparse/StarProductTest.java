package org.armci4j.examples.sparse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StarProductTest {
  @ParameterizedTest
  @CsvSource({
    "1, NONE",
    "1, CENTER",
    "4, LEAF",
    "3x4, NONE",
    "3x4, CENTER",
    "3x4, LEAF",
    "1x1x1, CENTER",
    "2x1x3, LEAF",
    "3x4x5, NONE",
    "3x4x5, CENTER",
    "3x4x5, LEAF",
    "2x2x2x2, CENTER"
  })
  void rowsAndTrianglesAreThoseOfTheWholeProduct(String stars, StarLoop loop) {
    List<Integer> leaves = Stream.of(stars.split("x", -1)).map(Integer::valueOf).toList();
    StarProduct graph = new StarProduct(leaves, loop);
    boolean[][] whole = {{true}};
    for (int many : leaves) {
      whole = product(whole, star(many, loop));
    }
    assertEquals(whole.length, graph.rows());
    assertEquals(whole.length, graph.columns());
    for (int row = 0; row < whole.length; row++) {
      boolean[] columns = whole[row];
      assertArrayEquals(IntStream.range(0, row).filter(c -> columns[c]).toArray(), graph.row(row));
    }
    assertEquals(triangles(whole), graph.triangles());
  }

  /** Counts as bale does for {@code 1:3x4x5}, whose file has 346 entries. */
  @Test
  void hasAsManyEdgesAsThatOfBale() {
    StarProduct graph = new StarProduct(List.of(3, 4, 5), StarLoop.CENTER);
    assertEquals(346, IntStream.range(0, graph.rows()).map(row -> graph.row(row).length).sum());
  }

  private static boolean[][] star(int leaves, StarLoop loop) {
    boolean[][] star = new boolean[leaves + 1][leaves + 1];
    for (int leaf = 1; leaf <= leaves; leaf++) {
      star[0][leaf] = true;
      star[leaf][0] = true;
    }
    star[0][0] = loop == StarLoop.CENTER;
    star[leaves][leaves] |= loop == StarLoop.LEAF;
    return star;
  }

  /** Returns the Kronecker product. */
  private static boolean[][] product(boolean[][] a, boolean[][] b) {
    int size = a.length * b.length;
    boolean[][] product = new boolean[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        product[i][j] = a[i / b.length][j / b.length] && b[i % b.length][j % b.length];
      }
    }
    return product;
  }

  private static long triangles(boolean[][] graph) {
    long found = 0;
    for (int i = 0; i < graph.length; i++) {
      for (int j = 0; j < i; j++) {
        for (int k = 0; k < j; k++) {
          found += graph[i][j] && graph[j][k] && graph[i][k] ? 1 : 0;
        }
      }
    }
    return found;
  }

  @Test
  void listOfLeavesIsCopied() {
    List<Integer> leaves = Arrays.asList(3, 4);
    StarProduct graph = new StarProduct(leaves, StarLoop.NONE);
    leaves.set(0, 9);
    assertEquals(20, graph.rows());
  }
}
