package org.armci4j.testkit.conformance.threads;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Sends messages from this thread to the same thread of the right neighbour: data with a signal,
 * which the receiver acknowledges by another signal. All ranks make the same number of rounds.
 */
final class SignalledMessages implements ThreadWork {
  private static final int MOST_BYTES = 16 * 1024;
  private static final long NUMBER = 0;
  private static final long TAKEN = 64;
  private static final long DATA = 128;

  /** Bytes of each rank's block that each thread has. */
  static final long SIZE_BYTES = DATA + MOST_BYTES;

  private final Trial trial;
  private final Armci armci;
  private final SplittableRandom random;
  private final GlobalMemory memory;
  private final long base;
  private final long salt;
  private final Handle handle;
  private final int left;
  private long number;

  /**
   * @param common draws the same on all ranks
   * @param base offset of this thread's part of each block
   */
  SignalledMessages(
      Trial trial,
      SplittableRandom random,
      SplittableRandom common,
      GlobalMemory memory,
      long base) {
    this.trial = trial;
    this.armci = trial.armci();
    this.random = random;
    this.memory = memory;
    this.base = base;
    this.salt = common.nextLong();
    this.handle = armci.newHandle();
    this.left = Math.floorMod(trial.rank() - 1, trial.size());
  }

  private MemorySegment message(int origin) {
    SplittableRandom drawn = new SplittableRandom(salt + 7919 * number + origin);
    return StridedModel.random(drawn, drawn.nextInt(1 + (1 << drawn.nextInt(15))));
  }

  @Override
  public void next() {
    armci.waitUntil(memory, base + TAKEN, Comparison.GE, number);
    number++;
    send(message(trial.rank()));
    armci.waitUntil(memory, base + NUMBER, Comparison.GE, number);
    MemorySegment expected = message(left);
    MemorySegment seen = memory.local().asSlice(base + DATA, expected.byteSize());
    trial.requireSame(expected, seen, () -> Text.format("message %d of rank %d", number, left));
    armci.signal(memory, left, base + TAKEN, number);
  }

  private void send(MemorySegment data) {
    int right = trial.right();
    long sizeBytes = data.byteSize();
    long at = base + DATA;
    long word = base + NUMBER;
    switch (random.nextInt(4)) {
      case 0 -> armci.putSignal(data, memory, right, at, word, number);
      case 1 -> {
        armci.put(data, memory, right, at);
        armci.signal(memory, right, word, number);
      }
      case 2 -> armci.signals().putAdd(data, 0, memory, right, at, sizeBytes, memory, word, 1);
      default -> {
        armci.nbPutSignal(data, 0, memory, right, at, sizeBytes, memory, word, number, handle);
        handle.await();
      }
    }
  }
}
