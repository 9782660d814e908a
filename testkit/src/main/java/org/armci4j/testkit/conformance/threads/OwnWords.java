package org.armci4j.testkit.conformance.threads;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.trial.Trial;

/** Updates words of each rank by atomic operations that this thread alone makes. */
final class OwnWords implements ThreadWork {
  private static final int LONGS = 4;
  private static final int INTS = 4;
  private static final long INTS_OFFSET = (long) LONGS * Long.BYTES;

  /** Bytes of each rank's block that each thread has. */
  static final long SIZE_BYTES = INTS_OFFSET + (long) INTS * Integer.BYTES;

  private static final AtomicUpdate[] UPDATES = AtomicUpdate.values();

  private final Trial trial;
  private final SplittableRandom random;
  private final GlobalMemory memory;
  private final long base;
  private final Handle handle;
  private final long[][] longs;
  private final int[][] ints;

  OwnWords(Trial trial, SplittableRandom random, GlobalMemory memory, long base) {
    this.trial = trial;
    this.random = random;
    this.memory = memory;
    this.base = base;
    this.handle = trial.armci().newHandle();
    this.longs = new long[trial.size()][LONGS];
    this.ints = new int[trial.size()][INTS];
  }

  @Override
  public void next() {
    int target = random.nextInt(trial.size());
    switch (random.nextInt(4)) {
      case 0 -> updateLongs(target);
      case 1 -> swapLong(target);
      case 2 -> blockingLong(target);
      default -> updateInt(target);
    }
  }

  private static long updated(AtomicUpdate update, long word, long operand) {
    return switch (update) {
      case ADD -> word + operand;
      case SWAP -> operand;
      case AND -> word & operand;
      case OR -> word | operand;
      case XOR -> word ^ operand;
      case MIN -> Math.min(word, operand);
      case MAX -> Math.max(word, operand);
    };
  }

  private void require(long expected, long seen, Object operation, int target) {
    trial.requireEqual(
        expected, seen, () -> Text.format("%s of a word of rank %d", operation, target));
  }

  /** Updates each word once, all updates under way at once. */
  private void updateLongs(int target) {
    long[] before = longs[target].clone();
    AtomicUpdate update = UPDATES[random.nextInt(UPDATES.length)];
    MemorySegment results = MemorySegment.ofArray(new byte[LONGS * Long.BYTES]);
    for (int i = 0; i < LONGS; i++) {
      long operand = random.nextLong();
      long at = (long) i * Long.BYTES;
      trial
          .armci()
          .longAtomics()
          .nbUpdate(update, memory, target, base + at, operand, results, at, handle);
      longs[target][i] = updated(update, before[i], operand);
    }
    handle.await();
    for (int i = 0; i < LONGS; i++) {
      require(before[i], results.get(JAVA_LONG_UNALIGNED, (long) i * Long.BYTES), update, target);
    }
  }

  private void swapLong(int target) {
    int word = random.nextInt(LONGS);
    long before = longs[target][word];
    boolean fits = random.nextBoolean();
    long value = random.nextLong();
    long expected = fits ? before : before + 1;
    long at = base + (long) word * Long.BYTES;
    long seen = trial.armci().longAtomics().compareAndSwap(memory, target, at, expected, value);
    require(before, seen, "compare-and-swap", target);
    longs[target][word] = fits ? value : before;
  }

  private void blockingLong(int target) {
    int word = random.nextInt(LONGS);
    long at = base + (long) word * Long.BYTES;
    long delta = random.nextLong();
    long before = longs[target][word];
    require(before, trial.armci().fetchAndAdd(memory, target, at, delta), "addition", target);
    require(before + delta, trial.armci().longAtomics().read(memory, target, at), "read", target);
    longs[target][word] = before + delta;
  }

  private void updateInt(int target) {
    int word = random.nextInt(INTS);
    long at = base + INTS_OFFSET + (long) word * Integer.BYTES;
    int value = random.nextInt();
    int before = ints[target][word];
    if (random.nextBoolean()) {
      int seen = trial.armci().intAtomics().fetchAndAdd(memory, target, at, value);
      require(before, seen, "int addition", target);
      ints[target][word] = before + value;
    } else {
      require(
          before, trial.armci().intAtomics().swap(memory, target, at, value), "int swap", target);
      ints[target][word] = value;
    }
  }
}
