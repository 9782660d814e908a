package org.armci4j.examples.ring;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;

/**
 * Sends a message round all ranks: each rank puts it, with a signal behind it, into the next rank's
 * block. No rank calls a receive; it only waits for its own signal.
 */
public final class Ring {
  private static final int SIGNAL = 0; // an element of each block,
  private static final int MESSAGE = 1; // and the first element of the message
  private static final int LENGTH = 128;

  private Ring() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate((MESSAGE + LENGTH) * Long.BYTES);
      LongBlock mine = memory.longs(armci.rank());
      LongBlock next = memory.longs((armci.rank() + 1) % armci.size());
      long[] message = new long[LENGTH];
      if (armci.rank() > 0) {
        mine.waitUntil(SIGNAL, Comparison.EQ, 1);
        mine.get(MESSAGE, message, 0, LENGTH);
      }
      // Rank r adds its part, the element r, to what arrived.
      message[armci.rank() % LENGTH] = armci.rank();
      next.putSignal(MESSAGE, message, 0, LENGTH, next, SIGNAL, 1);
      if (armci.rank() == 0) {
        mine.waitUntil(SIGNAL, Comparison.EQ, 1);
        long last = mine.get(MESSAGE + (armci.size() - 1) % LENGTH);
        System.out.printf(
            Locale.ROOT, "The message came round; rank %d was the last to write%n", last);
      }
      armci.free(memory);
    }
  }
}
