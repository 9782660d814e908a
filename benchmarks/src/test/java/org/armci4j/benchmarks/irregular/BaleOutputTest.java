package org.armci4j.benchmarks.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Lines as the programs of bale 3.00 print them over Open MPI's OpenSHMEM. */
class BaleOutputTest {
  private static final String PARAMETERS =
      """
      Number of rows           (-N): 2000
      Avg # nnz per row        (-z): 4.00
      Edge probability         (-e): 0.004002

      Standard options:
      ----------------------------------------------------
      buf_cnt (buffer size)    (-b): 1024
      seed                     (-s): 122222

      Input matrix:
      ----------------------------------------------------
      \t2000 rows
      \t2000 columns
      \t8065 nonzeros

      """;

  private static final String SORTED =
      """
      num levels = 19            AGP:    0.004
      num levels = 19        Exstack:    0.002
      num levels = 19       Exstack2:    0.003
      num levels = 19       Conveyor:    0.001
      [vm:14524:0:14524] Caught signal 11 (Segmentation fault)
      """;

  private static final String PATHS =
      """
               delta: 0.000000
      Bellman-Ford Exstack ():    0.010
      Bellman-Ford Exstack2 (compares):    0.011
      Bellman-Ford Conveyor (compares):    0.012
      Delta Exstack (compares):    0.013
      Delta Exstack2 (compares):    0.014
      Delta Conveyor (compares):    0.015
      """;

  private static BaleOutput parse(String text) {
    return BaleOutput.parse("a program", text.lines().toList());
  }

  private static String refusal(String text) {
    return assertThrows(IllegalStateException.class, () -> parse(text)).getMessage();
  }

  @Test
  void timesAndSizesAreRead() {
    String words =
        """
        num_updates_total: 4000000
        num_updates_per_pe: 2000000
               AGP:    0.140 seconds     0.114 GB/s injection bandwidth
           Exstack:    0.030 seconds     0.533 GB/s injection bandwidth
          Exstack2:    0.024 seconds     0.667 GB/s injection bandwidth
          Conveyor:    0.050 seconds     0.320 GB/s injection bandwidth
        """;
    assertEquals(
        new BaleOutput(
            4_000_000,
            Map.of("agp", 0.140, "exstack", 0.030, "exstack2", 0.024, "conveyor", 0.050)),
        parse(words));
    BaleOutput sorted = parse(PARAMETERS + SORTED);
    assertEquals(8065, sorted.items());
    assertEquals(0.001, sorted.best("topo"));
    assertEquals(OptionalDouble.of(0.004), sorted.plain("topo"));
    BaleOutput paths = parse(PARAMETERS + PATHS);
    assertEquals(0.010, paths.best("sssp"));
    assertEquals(OptionalDouble.empty(), paths.plain("sssp"));
  }

  @Test
  void whatIsUnknownOrWrongIsNamed() {
    String fifth = "           Bundle:    0.001\n";
    assertEquals(
        "a program printed an unknown time: Bundle:    0.001", refusal(PARAMETERS + fifth));
    String wrong = "ERROR: permute_matrix does not match!\n";
    assertEquals(
        "a program found an error: " + wrong.strip(), refusal(PARAMETERS + SORTED + wrong));
    String other = PATHS.replace("Delta Exstack (compares)", "Delta Exstack");
    assertEquals(
        "a program found other distances: Delta Exstack:    0.013", refusal(PARAMETERS + other));
  }

  @Test
  void aProgramThatEndsEarlyCountsNothing() {
    List<String> lines = SORTED.lines().toList();
    String early = PARAMETERS + String.join("\n", lines.subList(0, 3));
    assertTrue(refusal(early).startsWith("a program printed the times of [agp,"), early);
    assertTrue(refusal(SORTED).contains("a size of 0"));
  }

  @Test
  void aTimeBelowTheClocksTickIsNoFigure() {
    BaleOutput output = parse(PARAMETERS + SORTED.replace("0.001", "0.000"));
    assertThrows(IllegalStateException.class, () -> output.best("topo"));
    BaleOutput plain = parse(PARAMETERS + SORTED.replace("0.004", "0.000"));
    assertThrows(IllegalStateException.class, () -> plain.plain("topo"));
  }
}
