package org.armci4j.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Test;

/** What a rank sees in its ring while a device is writing there. */
class SlotRingsTest {
  private static final int SLOTS = 2;
  private static final SlotRings.RingLayout LAYOUT = new SlotRings.RingLayout(SLOTS, SLOTS, 0);

  @Test
  void halfAMarkIsNotTakenForAPiece() {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(LAYOUT.sizeBytes(1));
      SlotRings ring = new SlotRings(armci, armci.world(), LAYOUT, memory, 0, 300);
      MemorySegment own = memory.local();
      for (int piece = 0; piece < 3 * SLOTS; piece++) {
        long at = markOf(piece);
        byte[] mark = mark(301 + piece, 0x11223344 + piece);
        for (int done = 0; done < Long.BYTES; done++) {
          own.set(ValueLayout.JAVA_BYTE, at + done, mark[done]);
          assertEquals(
              isWhole(own, at, mark),
              ring.canTake(0),
              Text.format("piece %d, byte %d", piece, done));
        }
        assertTrue(ring.canTake(0));
        ring.release(0);
        assertFalse(ring.canTake(0), "it has been taken");
      }
    }
  }

  private static boolean isWhole(MemorySegment own, long at, byte[] mark) {
    return own.asSlice(at, Long.BYTES).mismatch(MemorySegment.ofArray(mark)) == -1;
  }

  /** The last word of a slot's line, behind the line of the released word. */
  private static long markOf(int piece) {
    return 128 + (300 + piece) % SLOTS * 128L + 120;
  }

  private static byte[] mark(int number, int taken) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[Long.BYTES]);
    bytes.set(ValueLayout.JAVA_INT_UNALIGNED, 0, taken);
    bytes.set(ValueLayout.JAVA_INT_UNALIGNED, Integer.BYTES, number);
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }
}
