package org.armci4j.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceOptionsTest {
  @Test
  void withNothingSaidAllProgramsDoTheirFullWork() {
    ConformanceOptions options = ConformanceOptions.parse();
    assertEquals(ConformancePrograms.ALL, options.programs());
    assertEquals(1, options.scale());
    assertEquals(0, options.seed());
    assertTrue(options.needsSparseBlocks());
    assertFalse(options.list() || options.help());
  }

  @Test
  void readsNamesSeedAndScale() {
    ConformanceOptions options =
        ConformanceOptions.parse("shapes", "--seed", "-7", "--scale", "0", "sizes");
    List<String> names = options.programs().stream().map(ConformanceProgram::name).toList();
    assertEquals(List.of("shapes", "sizes"), names);
    assertEquals(-7, options.seed());
    assertEquals(0, options.scale());
    assertFalse(options.needsSparseBlocks());
    assertTrue(ConformanceOptions.parse("large", "--quick").needsSparseBlocks());
    assertEquals(0, options.minutes());
    assertEquals(1.5, ConformanceOptions.parse("threads", "--minutes", "1.5").minutes());
    assertEquals(0.02, ConformanceOptions.parse("--quick").scale());
  }

  @Test
  void aMisspelledProgramIsToldTheNearest() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> ConformanceOptions.parse("patchs"));
    assertEquals(
        "no program 'patchs'; did you mean patches? --list names all", refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--seed", "--seed x", "--scale 2", "--scale NaN", "--minutes -1", "--sede 1"})
  void refusesWhatItDoesNotUnderstand(String line) {
    assertThrows(IllegalArgumentException.class, () -> ConformanceOptions.parse(line.split(" ")));
  }

  @Test
  void theHelpTellsAllOptions() {
    String usage = ConformanceOptions.usage();
    for (String option :
        List.of("--list", "--seed=N", "--scale=X", "--minutes=M", "--quick", "NAME")) {
      assertTrue(usage.contains(option), usage);
    }
  }
}
