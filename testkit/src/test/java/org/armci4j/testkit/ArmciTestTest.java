package org.armci4j.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.Elements;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Checks the reports to JUnit of tests on several ranks: the classes below run inside these tests.
 */
class ArmciTestTest {
  private static final String HINT = "to repeat: -Darmci-test.seed=";

  /** Records how each test ended, and its name. */
  private static final class Results implements TestExecutionListener {
    private final List<TestExecutionResult> results = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private int skipped;

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        results.add(result);
        names.add(test.getDisplayName());
      }
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
      skipped++;
    }

    Throwable only(Status status) {
      assertEquals(1, results.size());
      assertEquals(status, results.getFirst().getStatus(), () -> results.toString());
      return results.getFirst().getThrowable().orElse(null);
    }
  }

  private static Results run(Class<?> tests) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build();
    Results results = new Results();
    LauncherFactory.create().execute(request, results);
    return results;
  }

  private static void assertMentions(Throwable thrown, String... texts) {
    for (String text : texts) {
      assertTrue(thrown.getMessage().contains(text), thrown.getMessage());
    }
  }

  private static void ring(Armci armci, Random random) {
    GlobalMemory memory = armci.allocate(16);
    armci.putLong(memory, (armci.rank() + 1) % armci.size(), 0, random.nextLong());
    armci.barrier();
    long seen = armci.getLong(memory, armci.rank(), 0);
    int all = 4;
    assertEquals(all, armci.size());
    assertTrue(seen != 0, "the neighbour's number");
    armci.free(memory);
  }

  static final class InThreads {
    @ArmciTest(ranks = 4, transport = "shm", seeds = 3)
    void passes(Armci armci, Random random, TestInfo info) {
      assertEquals("shm", armci.transportName());
      assertTrue(info.getDisplayName().startsWith("4 ranks, threads, shm, seed "));
      ring(armci, random);
    }
  }

  static final class InProcesses {
    @ArmciTest(ranks = 4, processes = true)
    void passes(Armci armci, Random random) {
      ring(armci, random);
    }
  }

  @Test
  void passesInThreadsWithEverySeed() {
    Results results = run(InThreads.class);
    assertEquals(3, results.results.size());
    assertTrue(results.results.stream().allMatch(r -> r.getStatus() == Status.SUCCESSFUL));
    assertEquals(3, results.names.stream().distinct().count(), results.names.toString());
  }

  @Test
  void passesInProcesses() {
    run(InProcesses.class).only(Status.SUCCESSFUL);
  }

  private static void broadcastFromTwoRoots(Armci armci) {
    Collectives.of(armci).broadcast(Elements.of(new long[3]), armci.rank());
  }

  static final class DifferentRoots {
    @ArmciTest
    void callsThem(Armci armci) {
      broadcastFromTwoRoots(armci);
    }
  }

  static final class DifferentRootsOfProcesses {
    @ArmciTest(processes = true)
    void callsThem(Armci armci) {
      broadcastFromTwoRoots(armci);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {DifferentRoots.class, DifferentRootsOfProcesses.class})
  void collectivesThatDifferAreRefused(Class<?> tests) {
    assertMentions(run(tests).only(Status.FAILED), "rank 0 called", "rank 1 called", "root 1");
  }

  @Test
  void theSettingOfThisJvmWins() {
    System.setProperty(CollectivesSettings.CHECK.propertyName(), "false");
    try {
      run(DifferentRoots.class).only(Status.SUCCESSFUL);
    } finally {
      System.clearProperty(CollectivesSettings.CHECK.propertyName());
    }
  }

  /** Fails on one rank while the others wait for it. */
  private static void failOnOne(Armci armci) {
    if (armci.rank() == 2) {
      throw new IllegalStateException("the disk is on fire");
    }
    armci.barrier();
  }

  static final class OneFails {
    @ArmciTest(ranks = 3)
    void fails(Armci armci) {
      failOnOne(armci);
    }
  }

  static final class OneProcessFails {
    @ArmciTest(ranks = 3, processes = true)
    void fails(Armci armci) {
      failOnOne(armci);
    }
  }

  @Tag("long")
  @Test
  void aFailureOfOneRankIsNamedAlone() {
    for (Class<?> tests : List.of(OneFails.class, OneProcessFails.class)) {
      Throwable thrown = run(tests).only(Status.FAILED);
      assertMentions(
          thrown, "rank 2: java.lang.IllegalStateException: the disk is on fire\n" + HINT);
      assertEquals(0, thrown.getSuppressed().length);
      assertEquals("failOnOne", thrown.getCause().getStackTrace()[0].getMethodName());
    }
  }

  /**
   * Fails on three ranks, two of them alike, all before the first of them ends the job. A rank that
   * waited in a barrier for the others could learn there of another's failure.
   */
  private static void failOnThree(Armci armci) {
    GlobalMemory here = armci.allocate(8);
    if (armci.rank() > 0) {
      armci.fetchAndAdd(here, 0, 0, 1);
      while (armci.getLong(here, 0, 0) < 3) {
        Thread.onSpinWait();
      }
      throw new IllegalStateException(armci.rank() == 3 ? "water" : "fire");
    }
    armci.barrier();
  }

  static final class ThreeFail {
    @ArmciTest(ranks = 4)
    void fails(Armci armci) {
      failOnThree(armci);
    }
  }

  static final class ThreeProcessesFail {
    @ArmciTest(ranks = 4, processes = true)
    void fails(Armci armci) {
      failOnThree(armci);
    }
  }

  @Test
  void failuresOfSeveralRanksAreMerged() {
    for (Class<?> tests : List.of(ThreeFail.class, ThreeProcessesFail.class)) {
      Throwable thrown = run(tests).only(Status.FAILED);
      assertMentions(thrown, "ranks 1, 2: java.lang.IllegalStateException: fire", "rank 3: ");
      assertEquals(1, thrown.getSuppressed().length, "the other one");
    }
  }

  static final class Late {
    @ArmciTest(ranks = 2, timeoutSeconds = 4)
    void waits(Armci armci) {
      armci.waitUntil(armci.allocate(8), 0, Comparison.EQ, 1);
    }
  }

  static final class LateProcesses {
    @ArmciTest(ranks = 2, timeoutSeconds = 10, processes = true)
    void waits(Armci armci) {
      armci.waitUntil(armci.allocate(8), 0, Comparison.EQ, 1);
    }
  }

  @Test
  void whatIsLateShowsTheStacksOfAllRanks() {
    assertShowsStacks(run(Late.class));
  }

  @Tag("long")
  @Test
  void aProcessThatIsLateShowsItsStackToo() {
    assertShowsStacks(run(LateProcesses.class));
  }

  private static void assertShowsStacks(Results results) {
    Throwable thrown = results.only(Status.FAILED);
    assertMentions(thrown, "0", "1", "did not end within");
    Throwable[] others = thrown.getSuppressed();
    assertTrue(others.length <= 1);
    Stream.concat(Stream.of(thrown.getCause()), Arrays.stream(others))
        .forEach(
            late ->
                assertTrue(
                    Arrays.stream(late.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("waitUntil"))));
  }

  static final class Aborted {
    @ArmciTest(ranks = 2)
    void aborts(Armci armci) {
      assumeTrue(armci.rank() == 0, "no even number");
      armci.barrier();
    }
  }

  static final class AbortedProcess {
    @ArmciTest(ranks = 2, processes = true)
    void aborts(Armci armci) {
      assumeTrue(armci.rank() == 0, "no even number");
      armci.barrier();
    }
  }

  @Tag("long")
  @Test
  void anAssumptionAbortsTheTest() {
    for (Class<?> tests : List.of(Aborted.class, AbortedProcess.class)) {
      assertMentions(run(tests).only(Status.ABORTED), "rank 1: ", "no even number");
    }
  }

  static final class Off {
    @Disabled("not now")
    @ArmciTest(ranks = 2)
    void neverRuns(Armci armci) {
      throw new IllegalStateException("rank " + armci.rank());
    }
  }

  @Test
  void disabledTestsDoNotRun() {
    Results results = run(Off.class);
    assertEquals(1, results.skipped);
    assertEquals(0, results.results.size());
  }

  static final class Overlapping {
    @ArmciTest(ranks = 1)
    void overlaps(Armci armci, SplittableRandom random) {
      Section overlapping = Section.of(random.nextInt(8), new long[] {8}, new long[] {16, 3});
      Section packed = overlapping.packed(0);
      GlobalMemory memory = armci.allocate(64);
      Strided.of(armci).put(memory.local(), packed, memory, 0, overlapping);
    }
  }

  @Test
  void shapesThatOverlapThemselvesAreRefused() {
    Throwable thrown = run(Overlapping.class).only(Status.FAILED);
    assertMentions(thrown, "two segments overlap in the remote block");
  }

  static final class OddProcesses {
    @ArmciTest(processes = true)
    void takesMore(Armci armci, TestInfo info) {
      throw new IllegalStateException(armci.rank() + info.getDisplayName());
    }
  }

  @Test
  void whatProcessesCannotTakeIsRefused() {
    assertMentions(run(OddProcesses.class).only(Status.FAILED), "takes an Armci and a random");
  }
}
