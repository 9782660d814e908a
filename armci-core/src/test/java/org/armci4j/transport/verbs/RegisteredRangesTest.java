package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RegisteredRangesTest {
  private static final int ROOM = 2000;

  private final RegisteredRanges<String> ranges = new RegisteredRanges<>();

  private void expect(long key, String owner, long address, long lengthBytes) {
    assertEquals(key, ranges.key(address, lengthBytes));
    assertEquals(owner, ranges.owner(address, lengthBytes));
  }

  @Test
  void rangesAreFoundByWhatLiesInThem() {
    ranges.add(1000, 100, 7, "a");
    ranges.add(1100, 50, -1, "b");
    expect(7, "a", 1000, 100);
    expect(7, "a", 1099, 1);
    expect(0xffffffffL, "b", 1100, 50);
    expect(RegisteredRanges.NONE, null, 999, 2);
    expect(RegisteredRanges.NONE, null, 1099, 2); // two registrations are not one
    expect(RegisteredRanges.NONE, null, 1149, 2);
    expect(RegisteredRanges.NONE, null, 1000, Long.MAX_VALUE);
  }

  @Test
  void overlapsAreRefused() {
    ranges.add(1000, 100, 1, "a");
    assertThrows(IllegalStateException.class, () -> ranges.add(1000, 1, 2, "same start"));
    assertThrows(IllegalStateException.class, () -> ranges.add(1099, 10, 2, "its end"));
    assertThrows(IllegalStateException.class, () -> ranges.add(950, 51, 2, "its start"));
    ranges.add(950, 50, 2, "before");
  }

  @Test
  void behavesAsAPlainMap() {
    long seed = Long.getLong("armci.seed", System.nanoTime());
    System.out.println("RegisteredRangesTest: seed " + seed + " (armci.seed repeats it)");
    Random random = new Random(seed);
    TreeMap<Long, Integer> model = new TreeMap<>(); // start of each range of 10 bytes, and its key
    for (int step = 0; step < 5000; step++) {
      long address = 10L * random.nextInt(ROOM / 10);
      if (model.remove(address) != null) {
        ranges.remove(address);
      } else {
        model.put(address, step);
        ranges.add(address, 10, step, "" + step);
      }
      long probe = random.nextInt(ROOM);
      int length = 1 + random.nextInt(12);
      Map.Entry<Long, Integer> entry = model.floorEntry(probe);
      if (entry != null && probe + length <= entry.getKey() + 10) {
        expect(entry.getValue(), "" + entry.getValue(), probe, length);
      } else {
        assertNull(ranges.owner(probe, length));
      }
    }
  }
}
