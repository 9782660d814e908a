package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requires that members which agree and members which shrink do not wait for each other. */
class DifferentCallsTest {
  @ParameterizedTest
  @ValueSource(strings = {"local", "fake"})
  void allAreToldWhoHasCalledWhat(String network) {
    NetworkJobs.threads(network, 3).run(DifferentCallsTest::callDifferentThings);
  }

  private static void callDifferentThings(Armci armci) {
    Group world = armci.world();
    ArmciException told =
        assertThrows(
            ArmciException.class,
            () -> {
              if (armci.rank() == 1) {
                world.agree(true);
              } else {
                world.shrink();
              }
            });
    assertTrue(
        told.getMessage().contains("rank 0 shrink, rank 1 agree, rank 2 shrink"), told::toString);
    assertTrue(world.agree(true).all());
    assertTrue(world.shrink().size() == 3);
  }
}
