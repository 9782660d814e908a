package org.armci4j.transport.network.ranges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table answers as a plain map would. */
class RegisteredRangesTest {
  private static final int ROOM = 2000;

  private final RegisteredRanges<String> ranges = new RegisteredRanges<>();

  private void expect(String owner, long address, long lengthBytes) {
    assertEquals(owner, ranges.find(address, lengthBytes));
  }

  @Test
  void rangesAreFoundByWhatLiesInThem() {
    ranges.add(1000, 100, "a");
    ranges.add(1100, 50, "b");
    expect("a", 1000, 100);
    expect("a", 1099, 1);
    expect("b", 1100, 50);
    expect(null, 999, 2);
    expect(null, 1099, 2); // two registrations are not one
    expect(null, 1149, 2);
    expect(null, 1000, Long.MAX_VALUE);
  }

  @Test
  void overlapsAreRefused() {
    ranges.add(1000, 100, "a");
    assertThrows(IllegalStateException.class, () -> ranges.add(1000, 1, "same start"));
    assertThrows(IllegalStateException.class, () -> ranges.add(1099, 10, "its end"));
    assertThrows(IllegalStateException.class, () -> ranges.add(950, 51, "its start"));
    ranges.add(950, 50, "before");
  }

  @Test
  void behavesAsAPlainMap() {
    long seed = Long.getLong("armci.seed", System.nanoTime());
    System.out.println("RegisteredRangesTest: seed " + seed + " (armci.seed repeats it)");
    Random random = new Random(seed);
    TreeMap<Long, Integer> model =
        new TreeMap<>(); // start of each range of 10 bytes, and its number
    for (int step = 0; step < 5000; step++) {
      long address = 10L * random.nextInt(ROOM / 10);
      if (model.remove(address) != null) {
        ranges.remove(address);
      } else {
        model.put(address, step);
        ranges.add(address, 10, "" + step);
      }
      long probe = random.nextInt(ROOM);
      int length = 1 + random.nextInt(12);
      Map.Entry<Long, Integer> entry = model.floorEntry(probe);
      if (entry != null && probe + length <= entry.getKey() + 10) {
        expect("" + entry.getValue(), probe, length);
      } else {
        assertNull(ranges.find(probe, length));
      }
    }
  }
}
