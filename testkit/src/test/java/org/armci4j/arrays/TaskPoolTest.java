package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskPoolTest {
  private static final int THREADS = 3;

  @ArmciTest(ranks = 4)
  void eachTaskIsTakenOnce(Armci armci) throws InterruptedException {
    eachOnce(armci, armci.world());
    eachOnce(armci, armci.world().split(armci.rank() % 2, -armci.rank()));
  }

  @ArmciTest(ranks = 3, processes = true)
  void eachTaskIsTakenOnceByAProcess(Armci armci) throws InterruptedException {
    eachOnce(armci, armci.world());
  }

  @ParameterizedTest
  @ValueSource(strings = {"fake", "ucx"})
  void eachTaskIsTakenOnceOverANetwork(String network) {
    NetworkJobs.threads(network, 3).run(armci -> eachOnce(armci, armci.world()));
  }

  /** Several threads of each rank count the tasks that they take. */
  private static void eachOnce(Armci armci, Group group) throws InterruptedException {
    GlobalArrays arrays = GlobalArrays.of(armci, group);
    for (int tasks : new int[] {0, 1, 3, 500}) {
      IntArray taken = arrays.array(tasks + 1L).ints();
      try (TaskPool pool = arrays.taskPool(tasks)) {
        assertEquals(tasks, pool.size());
        for (int round = 1; round <= 2; round++) {
          Thread[] threads = new Thread[THREADS];
          for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().start(() -> count(pool, taken));
          }
          for (Thread thread : threads) {
            thread.join();
          }
          taken.sync();
          Patch all = Patch.at(0).size(tasks);
          assertEquals((long) round * tasks, taken.section(all).sum());
          assertEquals(tasks == 0 ? Long.MIN_VALUE : round, taken.section(all).max());
          pool.reset();
        }
      }
      taken.close();
    }
    arrays.close();
  }

  private static void count(TaskPool pool, IntArray taken) {
    for (long task = pool.next(); task != TaskPool.NONE; task = pool.next()) {
      taken.fetchAndAdd(1, task);
    }
    assertEquals(TaskPool.NONE, pool.next());
  }

  /** Rank 0 takes one task and waits until the other ranks find no further one. */
  @ArmciTest(ranks = 3)
  void othersTakeTheTasksOfASlowRank(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    GlobalMemory done = armci.allocate(Long.BYTES);
    LongArray counts = arrays.array(3).longs();
    try (TaskPool pool = arrays.taskPool(90)) {
      if (armci.rank() == 0) {
        assertEquals(0, pool.next(), "a rank begins with its own tasks");
      }
      armci.barrier();
      if (armci.rank() == 0) {
        armci.waitUntil(done, 0, Comparison.EQ, 2);
        assertEquals(TaskPool.NONE, pool.next());
      } else {
        for (long task = pool.next(); task != TaskPool.NONE; task = pool.next()) {
          counts.fetchAndAdd(1, armci.rank());
        }
        armci.fetchAndAdd(done, 0, 0, 1);
      }
      assertEquals(89, counts.sum());
    }
  }

  @ArmciTest(ranks = 4)
  void patchesCoverAnArrayOnce(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 12; i++) {
      long rows = random.nextLong(1, 40);
      long columns = random.nextLong(1, 40);
      long[] sizes = {random.nextLong(1, 9), random.nextLong(1, 60)};
      ArrayBuilder description = arrays.array(rows, columns, 2);
      LongArray a =
          (i % 2 == 0 ? description.chunks(i, 0, 2) : description.blockCyclic(i, 7, 1)).longs();
      try (PatchPool pool = a.patchPool(sizes[0], sizes[1], 2)) {
        long taken = 0;
        for (Patch patch = pool.next(); patch != null; patch = pool.next()) {
          assertEquals(1, a.owners(patch).size());
          assertTrue(patch.extent(0) <= sizes[0] && patch.extent(1) <= sizes[1]);
          a.accumulate(patch, ones(patch));
          taken++;
        }
        assertNull(pool.next());
        a.sync();
        assertEquals(1, a.min());
        assertEquals(1, a.max());
        LongArray counts = arrays.array(4).longs();
        counts.put(taken, armci.rank());
        assertEquals(pool.size(), counts.sum());
      }
    }
  }

  private static long[] ones(Patch patch) {
    long[] ones = new long[(int) patch.elements()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @ArmciTest(ranks = 2)
  void wrongPoolsAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(5, 4).name("grid").doubles();
    refused("taskPool by rank", () -> arrays.taskPool(-1));
    refused("-1 is no number of tasks", () -> arrays.taskPool(-1));
    refused("has 4 tasks, and rank 0 has 3", () -> arrays.taskPool(3 + armci.rank()));
    refused("on array grid: the sizes [2] are not 2 positive", () -> a.patchPool(2));
    refused("[2, 0]", () -> a.patchPool(2, 0));
    refused("or tasks of other sizes", () -> a.patchPool(1 + 4L * armci.rank(), 4));
    refused("or tasks of other sizes", () -> a.patchPool(5, 2 + armci.rank())); // as many patches
    assertThrows(NullPointerException.class, () -> a.patchPool((long[]) null));
    TaskPool pool = arrays.taskPool(1);
    pool.close();
    refused("closed", pool::next);
    refused("closed", pool::reset);
    PatchPool patches = a.patchPool(1, 1);
    a.close();
    assertEquals(20, patches.size());
    arrays.close();
    refused("closed", patches::next);
    refused("closed", () -> arrays.taskPool(1));
    refused("closed", () -> a.patchPool(1, 1));
  }
}
