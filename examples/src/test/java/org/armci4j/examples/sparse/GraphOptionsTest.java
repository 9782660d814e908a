package org.armci4j.examples.sparse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphOptionsTest {
  private static GraphOptions options(String line) {
    return ProgramOptions.parse(GraphOptions::of, line.split(" ", -1));
  }

  private static RowSource source(String line) {
    return options(line).source();
  }

  @Test
  void readsHowManyWordsAreUnderWay() {
    assertEquals(64, options("--seed 3").atOnce());
    assertEquals(7, options("--at-once 7").lowerHalf().atOnce());
  }

  @Test
  void readsGraphs() {
    assertEquals(ErdosRenyi.ofDegree(50, 3, 8), source("--rows 50 --degree 3 --seed 8"));
    assertEquals(ErdosRenyi.ofDegree(10_000, 10, 1), source("--graph ER"));
    assertEquals(77, source("--graph geometric --rows 77").rows());
    assertEquals(
        new StarProduct(List.of(2, 3), StarLoop.LEAF),
        source("--graph stars --stars 2x3 --loop leaf"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--stars 2x",
        "--stars 0x3",
        "--stars 9999x9999",
        "--stars 9x99999999999",
        "--loop edge",
        "--graph star",
        "--rows 0",
        "--file /nowhere/matrix.mtx"
      })
  void mistakesAreNamed(String line) {
    assertThrows(OptionException.class, () -> source(line));
  }
}
