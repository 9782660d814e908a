package org.armci4j.testkit.arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Calls each public operation with one wrong argument, on one rank and on both, and then with right
 * ones.
 */
class ArgumentsTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TestFactory
  Stream<DynamicTest> local() {
    return tests("local");
  }

  @Tag("release")
  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm");
  }

  private static Stream<DynamicTest> tests(String transport) {
    return PublicOperations.all().stream()
        .map(
            method ->
                dynamicTest(
                    PublicOperations.signature(method) + ", " + transport,
                    () -> test(method, transport)));
  }

  private static void test(Method method, String transport) {
    RankThreads job =
        RankThreads.of(2)
            .over(transport)
            .with(ArmciSettings.WAIT_TIMEOUT, LIMIT)
            .with(BootstrapSettings.EXCHANGE_TIMEOUT, LIMIT);
    List<String> failures = new ArrayList<>();
    WrongCalls.Progress progress = new WrongCalls.Progress();
    do {
      try {
        inJob(
            job,
            fixture -> {
              new WrongCalls(fixture, method).run(progress);
              new RightCall(fixture, method).run();
            });
      } catch (AssertionError | RuntimeException failure) {
        failures.add(progress.failed() + ": " + failure.getMessage());
      }
    } while (!progress.isOver());
    assertEquals(List.of(), failures);
  }

  /** Runs on each rank. */
  private interface Body {
    void run(Fixture fixture) throws ReflectiveOperationException;
  }

  private static void inJob(RankThreads job, Body body) {
    LocalJob other = LocalJob.create(2);
    job.run(
        armci -> {
          try (Fixture fixture = new Fixture(armci, other)) {
            body.run(fixture);
          }
        });
  }

  @Test
  void whatIsLeftOutIsThere() {
    assertEquals(Set.of(), PublicOperations.valuesThatAreNone());
    assertTrue(PublicOperations.all().size() > 100);
  }
}
