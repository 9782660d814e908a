package org.armci4j.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.armci4j.testkit.harness.RankProcesses;

/** Runs the conformance kit on ranks that are processes, for tests. */
public final class KitProcesses {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private KitProcesses() {}

  /**
   * Runs programs, and requires that they pass.
   *
   * @param environment variables to set
   * @param scale part of the full work
   * @param programs their names; none for all
   */
  public static RankProcesses.Result run(
      int ranks, Map<String, String> environment, double scale, long seed, String... programs) {
    List<String> words = new ArrayList<>(List.of(programs));
    words.addAll(List.of("--scale", Double.toString(scale), "--seed", Long.toString(seed)));
    RankProcesses.Result result =
        RankProcesses.run(
            ranks, Conformance.class, environment, LIMIT, words.toArray(String[]::new));
    assertEquals(0, result.exitCode(), result.output() + result.errors());
    return result;
  }
}
