package org.armci4j.testkit.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.Membership;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.fake.FakeJobs;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that waits of virtual threads keep no carrier, whatever their number. */
class VirtualThreadsTest {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final int RANKS = 2;
  private static final int THREADS = 32;
  private static final int MANY = 10_000;

  /** Many on the fake network, whose one thread delays the operations of all. */
  private static final int MANY_ON_NETWORK = 2_000;

  /** Takes two carriers for each rank, and has the JVM tell of threads that keep theirs. */
  @ParameterizedTest
  @CsvSource({"shm, 8", "ucx, 32"})
  void noWaitKeepsItsCarrier(String transport, int threads) {
    Map<String, String> environment = new HashMap<>();
    environment.put("JDK_JAVA_OPTIONS", "-Djdk.virtualThreadScheduler.parallelism=2");
    if (transport.equals("ucx")) {
      UcxJobs.requireUcx();
      environment.putAll(UcxJobs.ENVIRONMENT);
    } else {
      environment.put("ARMCI_TRANSPORT", transport);
    }
    RankProcesses.Result result =
        RankProcesses.run(
            RANKS, VirtualThreadsMain.class, environment, LIMIT, Integer.toString(threads));
    assertEquals(0, result.exitCode(), result::toString);
    List<String> expected =
        IntStream.range(0, RANKS).mapToObj(rank -> VirtualThreadsMain.HELD + rank).toList();
    assertEquals(
        new TreeSet<>(expected), new TreeSet<>(result.output().lines().toList()), result::errors);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"shm, 10000", "ucx, 1000"})
  void noWaitOfManyKeepsItsCarrier(String transport, int threads) {
    noWaitKeepsItsCarrier(transport, threads);
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource("ucx, 10000")
  void noWaitOfVeryManyKeepsItsCarrier(String transport, int threads) {
    noWaitKeepsItsCarrier(transport, threads);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 32})
  void threadsWaitOverANetwork(int threads) {
    run(FakeJobs.threads(RANKS), threads);
  }

  @Tag("long")
  @Test
  void anyNumberOfThreadsWaitsOverANetwork() {
    threadsWaitOverANetwork(MANY_ON_NETWORK);
  }

  /** Ends rank 1 while all threads of rank 0 sleep. */
  @Test
  void eachThreadIsToldOfARankThatFails() {
    AtomicInteger told = new AtomicInteger();
    FakeJobs.threads(RANKS)
        .failures(
            armci -> {
              GlobalMemory memory = armci.allocate(Long.BYTES);
              CountDownLatch begun = new CountDownLatch(THREADS);
              if (armci.rank() == 1) {
                armci.waitUntil(memory, 0, Comparison.EQ, 1);
                throw new IllegalStateException("thrown by the test");
              }
              List<Thread> threads = new ArrayList<>();
              for (int i = 0; i < THREADS; i++) {
                threads.add(
                    Thread.startVirtualThread(
                        () -> {
                          begun.countDown();
                          assertThrows(
                              RankFailedException.class,
                              () -> armci.waitUntil(memory, 0, Comparison.EQ, 1));
                          told.incrementAndGet();
                        }));
              }
              begun.await();
              armci.signal(memory, 1, 0, 1);
              for (Thread thread : threads) {
                thread.join();
              }
            });
    assertEquals(THREADS, told.get());
  }

  private static void awaitSleep(List<Thread> threads) {
    while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.TIMED_WAITING)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void closeEndsTheWaitsOfVirtualThreads() throws InterruptedException {
    Armci armci = Armci.open(Membership.alone(), ArmciSettings.builder().resolve());
    GlobalMemory memory = armci.allocate(Long.BYTES);
    AtomicInteger told = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                assertThrows(
                    ArmciException.class, () -> armci.waitUntil(memory, 0, Comparison.EQ, 1));
                told.incrementAndGet();
              }));
    }
    assertTimeoutPreemptively(LIMIT, () -> awaitSleep(threads));
    assertTimeout(Duration.ofSeconds(4), armci::close);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(THREADS, told.get());
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void anyNumberOfThreadsWaits(String transport) {
    run(RankThreads.of(RANKS).over(transport), MANY);
  }

  private static void run(RankThreads job, int threads) {
    job.within(LIMIT).run(armci -> VirtualThreadsMain.runAll(armci, threads));
  }
}
