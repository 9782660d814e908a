package org.armci4j.examples.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Set;
import org.armci4j.examples.common.Deaths;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.options.ProgramOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MgOptionsTest {
  private static MgOptions parse(String... words) {
    return ProgramOptions.parse(MgOptions::of, words);
  }

  @Test
  void aClassBringsItsIterations() {
    assertEquals(plain(ProblemClass.S, 4), parse());
    assertEquals(plain(ProblemClass.B, 20), parse("--class", "b"));
    assertEquals(plain(ProblemClass.A, 7), parse("--class=A", "--iterations=7"));
    assertTrue(parse("--messages").messages());
    assertEquals(Path.of("here"), parse("--checkpoint=here").checkpoints());
    MgOptions partner = parse("--partner=2", "--die", "2@3,0@1");
    assertEquals(2, partner.partnerEvery());
    assertEquals(new Deaths(Set.of("2@3", "0@1")), partner.deaths());
  }

  private static MgOptions plain(ProblemClass problem, int iterations) {
    return new MgOptions(problem, iterations, false, null, 0, new Deaths(Set.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--class",
        "--class X",
        "--iterations 0",
        "--iterations many",
        "--iterations",
        "--size 8",
        "--checkpoint",
        "--checkpoint here --messages",
        "--partner 1 --messages",
        "--partner 1 --checkpoint here",
        "--partner 0",
        "--die 1@2",
        "--partner 1 --die 1",
        "--partner 1 --die 1@0",
        "--partner 1 --die 1@2,1@4",
        "A"
      })
  void mistakesGetOneLine(String line) {
    OptionException mistake = assertThrows(OptionException.class, () -> parse(line.split(" ", -1)));
    assertFalse(mistake.getMessage().isBlank() || mistake.getMessage().contains("\n"));
  }

  @Test
  void onlyAPowerOfTwoOfRanksWillDo() {
    OptionException mistake = assertThrows(OptionException.class, () -> RankGrid.of(6, 0));
    assertTrue(mistake.getMessage().contains("-n 4"), mistake.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"1,1,1,1", "2,1,1,2", "4,1,2,2", "8,2,2,2", "16,2,2,4", "32,2,4,4", "64,4,4,4"})
  void ranksAreLaidOutAsNpbDoes(int ranks, int px, int py, int pz) {
    assertEquals(new RankGrid(px, py, pz, 0), RankGrid.of(ranks, 0));
  }

  @Test
  void reportTellsRightFromWrongNorms() {
    double norm = ProblemClass.S.norm();
    assertTrue(report(4, norm * (1 + 1e-9)).isAcceptable());
    assertFalse(report(4, norm * (1 + 1e-7)).isAcceptable());
    assertFalse(report(4, Double.NaN).isAcceptable());
    assertTrue(report(4, norm).text().contains("  SUCCESSFUL"));
    assertTrue(report(4, 0.0).text().contains("UNSUCCESSFUL"));
    assertTrue(report(5, 0.0).text().contains("NOT PERFORMED"));
  }

  private static MgReport report(int iterations, double norm) {
    MgOptions options = plain(ProblemClass.S, iterations);
    return new MgReport(options, iterations, false, RankGrid.of(1, 0), "local", 0.5, 0.25, norm);
  }

  @Test
  void shortProblemsAreTimedMoreOften() {
    assertTrue(Mg.isTimedAgain(2, 60));
    assertFalse(Mg.isTimedAgain(3, 60));
    assertTrue(Mg.isTimedAgain(20, 0.06));
    assertFalse(Mg.isTimedAgain(21, 0.06));
  }
}
