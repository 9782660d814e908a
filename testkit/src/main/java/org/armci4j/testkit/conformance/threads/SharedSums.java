package org.armci4j.testkit.conformance.threads;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Adds whole numbers, from all threads of all ranks, to the same elements of each rank's block, by
 * accumulates and by atomic additions. At the end each thread subtracts what it has accumulated, so
 * that zeros are left. It also sums up its additions to words, which only rise.
 */
final class SharedSums implements ThreadWork {
  private static final int ELEMENTS = 2000;
  private static final long WORD = (long) ELEMENTS * Double.BYTES;
  private static final long TOTAL = WORD + Long.BYTES;
  private static final long SIZE_BYTES = TOTAL + Long.BYTES;

  private final Trial trial;
  private final Armci armci;
  private final SplittableRandom random;
  private final GlobalMemory memory;
  private final double[][] added;
  private final long[] counted;

  /** The last value seen of each rank's word. */
  private final long[] last;

  SharedSums(Trial trial, SplittableRandom random, GlobalMemory memory) {
    this.trial = trial;
    this.armci = trial.armci();
    this.random = random;
    this.memory = memory;
    this.added = new double[trial.size()][ELEMENTS];
    this.counted = new long[trial.size()];
    this.last = new long[trial.size()];
  }

  /** Allocates the memory. Collective. */
  static GlobalMemory allocate(Armci armci) {
    return armci.allocate(SIZE_BYTES);
  }

  @Override
  public void next() {
    int target = random.nextInt(trial.size());
    if (random.nextBoolean()) {
      addElements(target);
    } else {
      addToWord(target);
    }
  }

  private void addElements(int target) {
    int count = 1 + random.nextInt(1 << random.nextInt(11));
    int first = random.nextInt(ELEMENTS - count + 1);
    int scale = 1 + random.nextInt(5);
    double[] values = random.ints(count, -100, 100).asDoubleStream().toArray();
    trial
        .transfers()
        .accumulate(
            Accumulation.ofDouble(scale),
            MemorySegment.ofArray(values),
            0,
            memory,
            target,
            (long) first * Double.BYTES,
            (long) count * Double.BYTES);
    trial.transfers().complete();
    for (int i = 0; i < count; i++) {
      added[target][first + i] += scale * values[i];
    }
  }

  private void addToWord(int target) {
    long delta = 1L + random.nextInt(100);
    long seen = armci.fetchAndAdd(memory, target, WORD, delta);
    long before = last[target];
    trial.require(
        seen >= before,
        () -> Text.format("a word of rank %d that only rises: %d after %d", target, seen, before));
    last[target] = seen + delta;
    counted[target] += delta;
  }

  @Override
  public void end() {
    for (int target = 0; target < trial.size(); target++) {
      MemorySegment sums = MemorySegment.ofArray(added[target]);
      armci.accumulate(Accumulation.ofDouble(-1), sums, memory, target, 0);
      armci.fetchAndAdd(memory, target, TOTAL, counted[target]);
    }
    armci.fenceAll(); // a barrier fences only its own thread's operations
  }

  /** Compares this rank's block, after all threads of all ranks have ended. */
  static void requireSums(Trial trial, GlobalMemory memory) {
    for (int i = 0; i < ELEMENTS; i++) {
      int element = i;
      double seen = memory.local().getAtIndex(ValueLayout.JAVA_DOUBLE, i);
      trial.requireEqual(0.0, seen, () -> "what is left of sum " + element);
    }
    long total = trial.armci().longAtomics().read(memory, trial.rank(), TOTAL);
    long seen = trial.armci().longAtomics().read(memory, trial.rank(), WORD);
    trial.requireEqual(total, seen, () -> "the word that all have added to");
  }
}
