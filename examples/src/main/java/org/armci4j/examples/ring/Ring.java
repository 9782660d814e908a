package org.armci4j.examples.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/**
 * A message goes round all ranks: each puts it, with a signal behind it, into the block of the
 * next. Nobody receives by a call; a rank only waits for its own signal word.
 */
public final class Ring {
  private static final long SIGNAL = 0;
  private static final long MESSAGE = 8;
  private static final int MESSAGE_BYTES = 8 * 128;

  private Ring() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(MESSAGE + MESSAGE_BYTES);
      MemorySegment message = memory.local().asSlice(MESSAGE, MESSAGE_BYTES);
      int next = (armci.rank() + 1) % armci.size();
      if (armci.rank() > 0) {
        armci.waitUntil(memory, SIGNAL, Comparison.EQ, 1);
      }
      // Rank r adds its part, the word r, to what arrived.
      message.setAtIndex(ValueLayout.JAVA_LONG, armci.rank() % 128, armci.rank());
      armci.putSignal(message, memory, next, MESSAGE, SIGNAL, 1);
      if (armci.rank() == 0) {
        armci.waitUntil(memory, SIGNAL, Comparison.EQ, 1);
        long last = message.getAtIndex(ValueLayout.JAVA_LONG, (armci.size() - 1) % 128);
        System.out.printf(
            Locale.ROOT, "The message came round; rank %d was the last to write%n", last);
      }
      armci.free(memory);
    }
  }
}
