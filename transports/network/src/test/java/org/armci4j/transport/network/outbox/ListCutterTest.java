package org.armci4j.transport.network.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.SegmentCursor;
import org.junit.jupiter.api.Test;

/** The parts of a list have its bytes, each once and in their order, whatever the limits. */
class ListCutterTest {
  private static final long SEED = Long.getLong("cutter.seed", System.nanoTime());
  private static final int LISTS = 500;

  private final Random random = new Random(SEED);

  @Test
  void partsHaveEveryByteOnce() {
    for (int i = 0; i < LISTS; i++) {
      SegmentList list = new SegmentList();
      for (int runs = 1 + random.nextInt(3); runs > 0; runs--) {
        int length = 1 + random.nextInt(40);
        list.addRun(
            random.nextInt(100), 100, random.nextInt(100), 64, length, 1 + random.nextInt(9));
      }
      assertEquals(bytes(list), cut(list), () -> "cutter.seed=" + SEED + ": " + list);
    }
  }

  private List<Long> cut(SegmentList list) {
    ListCutter cutter = new ListCutter().begin(list);
    List<Long> all = new ArrayList<>();
    while (cutter.hasMore()) {
      int segments = 1 + random.nextInt(5);
      long segmentBytes = 1L + random.nextInt(50);
      long bytes = 1L + random.nextInt(100);
      cutter.part(1 + random.nextInt(5), Long.MAX_VALUE, Long.MAX_VALUE); // and not taken
      SegmentList part = cutter.part(segments, segmentBytes, bytes);
      assertTrue(part.segments() <= segments && part.sizeBytes() <= bytes, part::toString);
      all.addAll(bytes(part));
      cutter.advance();
    }
    return all;
  }

  /** Where each byte comes from and goes to. */
  private static List<Long> bytes(SegmentList list) {
    List<Long> all = new ArrayList<>();
    for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
      for (long i = 0; i < at.lengthBytes(); i++) {
        all.add(((at.local() + i) << 32) + at.remote() + i);
      }
    }
    return all;
  }
}
