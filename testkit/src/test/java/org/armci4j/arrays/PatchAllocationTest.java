package org.armci4j.arrays;

import java.time.Duration;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.strided.ElementBatch;
import org.armci4j.strided.StridedSettings;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.job.HeapUse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Repeated patches and lists, of one owner and of several ones, put nothing on the heap. Long, as
 * only long tests run with the second compiler, which removes the objects of the JDK's copies.
 */
@Tag("long")
class PatchAllocationTest {
  private static final int CALLS = 2000;

  @ArmciTest(ranks = 2, timeoutSeconds = 600)
  void repeatedPatchesAllocateNothing(Armci armci) {
    DoubleArray a = GlobalArrays.of(armci).array(64, 64).ghosts(1, 1).doubles();
    DoubleArray cyclic = GlobalArrays.of(armci).array(64, 64).blockCyclic(8, 16).doubles();
    FloatArray vector = GlobalArrays.of(armci).array(9).floats();
    LongArray counts = GlobalArrays.of(armci).array(9, 9).longs();
    IntArray cube = GlobalArrays.of(armci).array(4, 5, 6).ints();
    if (armci.rank() == 0) {
      measure(armci, a, Patch.at(20, 20).size(30, 30), vector, counts, cube);
      measure(armci, cyclic, Patch.at(16, 16).size(24, 32), vector, counts, cube); // whole blocks
    }
    a.sync();
  }

  private static void measure(
      Armci armci, DoubleArray a, Patch large, FloatArray vector, LongArray counts, IntArray cube) {
    Patch[] patches = {
      Patch.at(3, 3), Patch.at(8, 8).size(8, 8), Patch.at(40, 0).size(1, 9), large
    };
    double[] array = new double[1000];
    LocalBuffer<double[]> buffer = LocalBuffer.of(array, 5, 33);
    Handle handle = armci.newHandle();
    long[] index = {50, 50};
    HeapUse.requireNone(
        CALLS,
        () -> {
          for (int i = 0; i < CALLS; i++) {
            Patch patch = patches[i % patches.length];
            a.put(patch, array);
            a.get(patch, buffer);
            a.accumulate(patch, array);
            a.nbGet(patch, buffer, handle);
            a.nbPut(patch, buffer, handle);
            handle.await();
            a.put(a.get(index), index);
            a.fetchAndAdd(1, index);
            a.put(a.get(1, 50) + vector.fetchAndAdd(1, 3), 2, 50);
            vector.put(vector.get(5), 4);
            counts.put(counts.get(1, 2) + counts.fetchAndAdd(1, 7, 1), 3, 4);
            cube.put(cube.get(1, 2, 3) + cube.fetchAndAdd(1, 3, 4, 5), 0, 1, 2);
          }
        });
  }

  @ArmciTest(ranks = 2, timeoutSeconds = 600)
  void repeatedPatternsAllocateNothing(Armci armci) {
    DoubleArray a = GlobalArrays.of(armci).array(64, 64).ghosts(1, 1).doubles();
    if (armci.rank() == 0) {
      PatchAccess<double[]> every = a.every(3, 2);
      double[] source = new double[1000];
      double[] destination = new double[1000];
      LocalBuffer<double[]> buffer = LocalBuffer.of(destination, 5, 33);
      Patch small = Patch.at(3, 3).size(4, 4); // of one owner
      Patch overEnds = Patch.at(-3, 60).size(30, 30);
      Patch large = Patch.at(2, 0).size(60, 64);
      Handle handle = armci.newHandle();
      HeapUse.requireNone(
          CALLS,
          () -> {
            for (int i = 0; i < CALLS; i++) {
              Patch around = i % 2 == 0 ? small : overEnds;
              a.periodic().put(around, source);
              a.periodic().get(around, destination);
              a.periodic().accumulate(around, source);
              a.periodic().nbGet(around, buffer, handle);
              Patch some = i % 2 == 0 ? small : large;
              every.put(some, source);
              every.get(some, destination);
              every.accumulate(some, source);
              every.nbGet(some, buffer, handle);
              handle.await();
            }
          });
    }
    a.sync();
  }

  /** Lists are checked for overlaps in tests, and the check allocates. */
  @Test
  void repeatedListsAllocateNothing() {
    RankThreads.of(2)
        .with(StridedSettings.CHECK_OVERLAP, false)
        .within(Duration.ofMinutes(10))
        .run(
            armci -> {
              DoubleArray a = GlobalArrays.of(armci).array(64, 64).ghosts(1, 1).doubles();
              long[] list = {50, 50, 1, 2, 63, 63, 1, 3};
              double[] values = new double[4];
              double[] found = new double[4];
              double[] forAll = new double[1];
              if (armci.rank() == 0) {
                HeapUse.requireNone(
                    CALLS,
                    () -> {
                      for (int i = 0; i < CALLS; i++) {
                        a.getElements(list, found);
                        a.putElements(list, values);
                        a.accumulateElements(list, values);
                        a.updateElements(AtomicUpdate.ADD, list, values, found);
                        a.compareAndSwapElements(list, forAll, values, found);
                      }
                    });
                HeapUse.requireNone(
                    CALLS,
                    () -> {
                      for (int i = 0; i < CALLS; i++) {
                        a.putElements(list, forAll);
                        a.accumulateElements(list, forAll);
                      }
                    });
              }
              a.sync();
            });
  }

  @Test
  void repeatedBatchesAllocateNothing() {
    RankThreads.of(2)
        .with(StridedSettings.CHECK_OVERLAP, false)
        .within(Duration.ofMinutes(10))
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(64);
              ElementBatch<int[]> batch = ElementBatch.of(armci, memory.ints(0));
              int[] ranks = {1, 0, 1, 0, 0};
              long[] indices = {7, 15, 0, 3, 4};
              int[] values = new int[5];
              int[] operands = new int[5];
              if (armci.rank() == 0) {
                HeapUse.requireNone(
                    CALLS,
                    () -> {
                      for (int i = 0; i < CALLS; i++) {
                        batch.get(ranks, indices, values, 5);
                        batch.put(ranks, indices, values, 4);
                        batch.accumulate(ranks, indices, values, 5);
                        batch.update(AtomicUpdate.ADD, ranks, indices, operands, values, 3);
                        batch.compareAndSwap(ranks, indices, operands, values, values, 4);
                      }
                    });
              }
              armci.barrier();
            });
  }
}
