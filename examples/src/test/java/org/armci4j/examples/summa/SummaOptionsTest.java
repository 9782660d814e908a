package org.armci4j.examples.summa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaOptionsTest {
  private static SummaOptions parse(String... words) {
    return ProgramOptions.parse(SummaOptions::of, words);
  }

  @Test
  void readsSizesAndGrid() {
    SummaOptions options = parse("--size", "30x40x50", "--grid", "3x2", "--panel", "8");
    assertEquals(new Problem(30, 40, 50), options.problem());
    assertEquals(new ProcessGrid(3, 2), options.gridOf(6));
    assertEquals(8, options.panelDepth());
  }

  @Test
  void gridsAreAsSquareAsCanBe() {
    SummaOptions options = parse("--size", "64");
    assertEquals(new Problem(64, 64, 64), options.problem());
    assertEquals(new ProcessGrid(1, 3), options.gridOf(3));
    assertEquals(new ProcessGrid(2, 3), options.gridOf(6));
    assertEquals(new ProcessGrid(4, 4), options.gridOf(16));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--size 0",
        "--size 3x4",
        "--size",
        "--grid 2",
        "--grid 0x2",
        "--panel 5000",
        "--gird 1x1"
      })
  void mistakesAreNamed(String line) {
    assertThrows(OptionException.class, () -> parse(line.split(" ")));
  }

  @Test
  void theGridHasToFit() {
    assertThrows(OptionException.class, () -> parse("--grid", "2x2").gridOf(6));
    assertThrows(OptionException.class, () -> parse("--size", "3").gridOf(4 * 5));
  }
}
