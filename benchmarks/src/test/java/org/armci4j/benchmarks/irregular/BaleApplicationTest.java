package org.armci4j.benchmarks.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.armci4j.benchmarks.driver.Command;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BaleApplicationTest {
  private static final int ROWS = 1000;

  static List<BaleApplication> all() {
    return BaleApplication.all(ROWS);
  }

  /** The examples' own words, so that they and the pattern stay alike. */
  @ParameterizedTest
  @MethodSource("all")
  @Timeout(120)
  void theExamplesRatesAreRead(BaleApplication application) {
    Command.Outcome outcome =
        Command.run(application.exampleCommand(2, true), Duration.ofMinutes(1));
    assertEquals(0, outcome.exitCode(), outcome::lastLines);
    BaleApplication.ExampleOutput output = application.read(outcome.lines());
    assertTrue(output.perSecond().size() >= 2, output::toString);
    assertTrue(output.perSecond().values().stream().allMatch(rate -> rate > 100), output::toString);
    assertTrue(
        output.perSecond().keySet().stream().anyMatch(form -> form.startsWith("stream")),
        output::toString);
    double share = output.items() / (10.0 * ROWS);
    boolean isSize =
        application.name().equals("permutation")
            ? output.items() == 4 * ROWS
            : 0.9 < share && share < 1.1;
    assertTrue(isSize, output::toString);
  }

  @ParameterizedTest
  @MethodSource("all")
  void anOutputWithoutRatesIsNamed(BaleApplication application) {
    String message =
        assertThrows(
                IllegalStateException.class, () -> application.read(List.of("10 entries; fast")))
            .getMessage();
    assertEquals(application.name() + " printed no rates:\n10 entries; fast", message);
  }
}
