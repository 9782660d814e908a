package org.armci4j.stream;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Handle;

/**
 * Where this rank fills what goes to the slots of another rank. Where that rank's memory can be
 * written in place, these are the slots themselves. Otherwise they are two buffers: a put with
 * signal takes one to its slot, while the other is filled.
 */
final class BatchMemory {
  private static final int BUFFERS = 2;

  private final StreamMemory stream;
  private final int target;
  private final long slotBytes;

  /** The block of the target, or buffers of this rank. */
  final MemorySegment memory;

  /** Track the puts of the buffers; null in place. */
  private final Handle[] puts;

  BatchMemory(StreamMemory stream, int target, long slotBytes) {
    this.stream = stream;
    this.target = target;
    this.slotBytes = slotBytes;
    MemorySegment view = stream.memory().view(stream.group().worldRank(target));
    if (view != null) {
      this.memory = view;
      this.puts = null;
    } else {
      this.memory = stream.armci().allocateLocal(Arena.ofAuto(), BUFFERS * slotBytes);
      this.puts = new Handle[BUFFERS];
      for (int i = 0; i < BUFFERS; i++) {
        puts[i] = stream.armci().newHandle();
      }
    }
  }

  /**
   * Returns where in {@link #memory} a batch is filled. Waits for the put that last used a buffer.
   *
   * @param batch its number
   * @param slot where it will lie in the target's block
   */
  long begin(long batch, long slot) {
    if (puts == null) {
      return slot;
    }
    int buffer = (int) (batch % BUFFERS);
    puts[buffer].await();
    return buffer * slotBytes;
  }

  /**
   * Makes a batch and then a word of the target visible to it. The target sees the word only after
   * the batch: a signal is a store with release, and a put with signal keeps that order.
   *
   * @param batch its number, as given to {@link #begin}
   * @param slot where it lies in the target's block
   * @param bytes its size with the header
   * @param word offset of the word in the target's block
   */
  void send(long batch, long slot, long bytes, long word) {
    if (puts == null) {
      stream.signal(target, word, batch + 1);
      return;
    }
    int buffer = (int) (batch % BUFFERS);
    stream
        .armci()
        .nbPutSignal(
            memory,
            buffer * slotBytes,
            stream.memory(),
            stream.group().worldRank(target),
            slot,
            bytes,
            stream.memory(),
            word,
            batch + 1,
            puts[buffer]);
  }
}
