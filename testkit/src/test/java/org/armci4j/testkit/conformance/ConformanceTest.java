package org.armci4j.testkit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the conformance kit with little of its full work, in threads and in processes. The system
 * property {@code conformance.seed} repeats the run that named this seed.
 */
class ConformanceTest {
  /** Rank counts of the short tests on {@code local}; long and release tests run the others. */
  private static final List<Integer> LOCAL = List.of(1, 3);

  private static final List<Integer> SHM = List.of(2, 4);
  private static final double SCALE = 0.004;
  private static final double THREADS_SCALE = 0.1;
  private static final long SEED = Long.getLong("conformance.seed", System.nanoTime());

  @TestFactory
  Stream<DynamicTest> local() {
    return tests("local", LOCAL);
  }

  @TestFactory
  Stream<DynamicTest> shm() {
    return tests("shm", SHM);
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicTest> many() {
    return tests("shm", List.of(8));
  }

  @Tag("release")
  @TestFactory
  Stream<DynamicTest> localWithOtherRanks() {
    return tests("local", List.of(2, 4, 5, 8));
  }

  @Tag("release")
  @TestFactory
  Stream<DynamicTest> shmWithOtherRanks() {
    return tests("shm", List.of(1, 3, 5));
  }

  @Tag("long")
  @Test
  void threeProcesses() {
    processes(3);
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void processes(int ranks) {
    RankProcesses.Result result = KitProcesses.run(ranks, Map.of(), SCALE, SEED);
    long runs = ConformancePrograms.ALL.stream().mapToLong(program -> program.forms().size()).sum();
    long large = Form.values().length;
    assertEquals(
        runs - large, result.output().lines().filter(line -> line.contains(" passed ")).count());
  }

  @ParameterizedTest
  @CsvSource({"local, 3", "shm, 2"})
  void thirteenThreads(String transport, int ranks) {
    RankThreads.of(ranks)
        .over(transport)
        .within(Duration.ofMinutes(3))
        .run(armci -> Kit.run(armci, "threads", SEED, THREADS_SCALE));
  }

  @Test
  void thirteenThreadsOfProcesses() {
    KitProcesses.run(3, Map.of(), THREADS_SCALE, SEED, "threads");
  }

  private static Stream<DynamicTest> tests(String transport, List<Integer> rankCounts) {
    return rankCounts.stream()
        .flatMap(
            ranks ->
                ConformancePrograms.ALL.stream()
                    .flatMap(program -> tests(program, transport, ranks)));
  }

  private static Stream<DynamicTest> tests(
      ConformanceProgram program, String transport, int ranks) {
    return program.forms().stream()
        .map(
            form ->
                dynamicTest(
                    Text.format("%s, %s, %s, %d ranks", program.name(), form, transport, ranks),
                    () ->
                        RankThreads.of(ranks)
                            .over(transport)
                            .with(ArmciSettings.SHM_RESERVE, false)
                            .run(armci -> run(armci, program, form))));
  }

  private static void run(Armci armci, ConformanceProgram program, Form form) {
    if (program.obstacle(armci).isEmpty()) {
      Kit.run(armci, program, form, SEED, SCALE);
    }
  }
}
