package org.armci4j.testkit.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class PrerequisiteTest {
  private static final Map<String, String> CI = Map.of("CI", "true");

  @Test
  void whatIsThereLetsTheTestRunEverywhere() {
    Prerequisite.require(true, () -> "nothing", CI);
    Prerequisite.require(true, () -> "nothing", Map.of());
  }

  @Test
  void whatIsMissingSkipsTheTestOfADeveloper() {
    TestAbortedException skipped =
        assertThrows(
            TestAbortedException.class,
            () -> Prerequisite.require(false, () -> "no pigeon", Map.of("CI", "false")));
    assertTrue(skipped.getMessage().contains("no pigeon"), skipped.getMessage());
  }

  @Test
  void whatIsMissingFailsTheTestInContinuousIntegration() {
    AssertionError failed =
        assertThrows(
            AssertionError.class, () -> Prerequisite.require(false, () -> "no pigeon", CI));
    assertEquals("no pigeon; with CI=true no test is skipped", failed.getMessage());
  }

  @Test
  void aProgramIsLookedForByName() {
    Prerequisite.requireProgram("sh", "dash");
    if (!"true".equals(System.getenv("CI"))) {
      assertThrows(
          TestAbortedException.class, () -> Prerequisite.requireProgram("no-such-program", "none"));
    }
  }
}
