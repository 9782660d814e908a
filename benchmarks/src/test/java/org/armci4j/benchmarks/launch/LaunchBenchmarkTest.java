package org.armci4j.benchmarks.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.armci4j.benchmarks.driver.Subject;
import org.junit.jupiter.api.Test;

/** Checks what is said of a round that ends before its end. */
class LaunchBenchmarkTest {
  private static final List<Subject> SUBJECTS =
      List.of(new Subject("own", _ -> List.of()), new Subject("peer", _ -> List.of()));

  @Test
  void allProgramsOfTheRoundThatAreLeftOutAreNamed() {
    assertEquals(
        List.of("own on 2 ranks", "peer on 2 ranks", "own on 8 ranks", "peer on 8 ranks"),
        LaunchBenchmark.programs(SUBJECTS, 2));
    assertEquals(
        List.of("own on 8 ranks", "peer on 8 ranks"), LaunchBenchmark.programs(SUBJECTS, 8));
  }
}
