package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which pages are given out. */
class FreePagesTest {
  private static final int PAGES = 64;
  private static final long PAGE_BYTES = 4096;

  private record Taken(int page, int pages, long sizeBytes) {}

  /** Nothing is given out twice, and what fits somewhere is given. */
  @Test
  void behaveAsBits() {
    long seed = Long.getLong("armci.seed", System.nanoTime());
    System.out.println("FreePagesTest: seed " + seed + " (armci.seed repeats it)");
    Random random = new Random(seed);
    FreePages free = new FreePages(PAGES * PAGE_BYTES);
    BitSet used = new BitSet(PAGES);
    List<Taken> taken = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (!taken.isEmpty() && random.nextBoolean()) {
        Taken one = taken.remove(random.nextInt(taken.size()));
        free.giveBack(one.page * PAGE_BYTES, one.sizeBytes);
        used.clear(one.page, one.page + one.pages);
      } else {
        long size = 1 + random.nextLong(8 * PAGE_BYTES);
        int pages = (int) ((size + PAGE_BYTES - 1) / PAGE_BYTES);
        long offset = free.take(size);
        int first = firstGap(used, pages);
        assertEquals(first < 0 ? -1 : first * PAGE_BYTES, offset);
        if (offset >= 0) {
          used.set(first, first + pages);
          taken.add(new Taken(first, pages, size));
        }
      }
      assertEquals(used.isEmpty(), free.areAll());
    }
  }

  private static int firstGap(BitSet used, int pages) {
    for (int from = used.nextClearBit(0); from + pages <= PAGES; ) {
      int end = used.nextSetBit(from);
      if (end < 0 || end - from >= pages) {
        return from;
      }
      from = used.nextClearBit(end);
    }
    return -1;
  }

  @Test
  void allComeBackAsOneGap() {
    FreePages free = new FreePages(3 * PAGE_BYTES);
    for (int page = 0; page < 3; page++) {
      assertEquals(page * PAGE_BYTES, free.take(1));
    }
    assertEquals(-1, free.take(1));
    free.giveBack(0, 1);
    free.giveBack(2 * PAGE_BYTES, 1);
    free.giveBack(PAGE_BYTES, 1);
    assertTrue(free.areAll());
    assertEquals(0, free.take(3 * PAGE_BYTES));
  }
}
