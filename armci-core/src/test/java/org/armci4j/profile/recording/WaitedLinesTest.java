package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitedLinesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.ArrayList",
        "jdk.internal.misc.Unsafe",
        "org.armci4j.Armci",
        "org.armci4j.error.ArmciException",
        "org.armci4j.arrays.kernel.FoldSums",
        "org.armci4j.transport.verbs.path.StripedTransfers",
        "org.armci4j.newpackage.OfTheRuntime"
      })
  void linesOfTheRuntimeAreNotTheProgram(String name) {
    assertTrue(WaitedLines.isOfRuntime(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.armci4j.benchmarks.rma.Contiguous",
        "org.armci4j.cli.RankTraining",
        "org.armci4j.examples.mg.Mg",
        "org.armci4j.lab.soak.Soak",
        "org.armci4j.testkit.conformance.Conformance",
        "org.example.Heat",
        "Heat"
      })
  void linesOfProgramsAreCharged(String name) {
    assertFalse(WaitedLines.isOfRuntime(name));
  }
}
