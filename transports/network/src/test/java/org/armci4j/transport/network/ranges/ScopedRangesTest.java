package org.armci4j.transport.network.ranges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.armci4j.transport.network.ranges.ScopedRanges.ScopedRange;
import org.junit.jupiter.api.Test;

/** The table answers as a list that is searched one by one would. */
class ScopedRangesTest {
  private static final int SPACE_BYTES = 1000;
  private static final int MOST_RANGES = 60;

  private final MemorySegment.Scope one = Arena.ofAuto().scope();
  private final MemorySegment.Scope two = Arena.ofAuto().scope();
  private final ScopedRanges<String> ranges = new ScopedRanges<>();

  private void add(MemorySegment.Scope scope, long address, long sizeBytes, String owner) {
    ranges.add(new ScopedRange<>(scope, address, sizeBytes, true, owner));
  }

  @Test
  void aLongRangeIsFoundBehindManyShortOnes() {
    add(one, 100, 1000, "long");
    for (int i = 0; i < 50; i++) {
      add(one, 200 + 10 * i, 5, "short");
    }
    assertEquals("short", ranges.find(one, 690, 5, true));
    assertEquals("long", ranges.find(one, 690, 6, true));
    assertEquals("long", ranges.find(one, 1099, 1, true));
    assertNull(ranges.find(one, 1099, 2, true));
    assertNull(ranges.find(one, 99, 1, true));
  }

  @Test
  void memoryOfAnotherScopeIsAnother() {
    add(one, 100, 10, "one");
    add(two, 100, 10, "two");
    assertEquals("one", ranges.find(one, 105, 5, false));
    assertEquals("two", ranges.find(two, 105, 5, false));
    assertNull(ranges.find(Arena.ofAuto().scope(), 105, 5, false));
  }

  @Test
  void whatMayNotBeWrittenIsFoundByThoseThatRead() {
    ranges.add(new ScopedRange<>(one, 100, 10, false, "constant"));
    assertEquals("constant", ranges.find(one, 100, 10, false));
    assertNull(ranges.find(one, 100, 10, true));
  }

  @Test
  void behavesAsAList() {
    long seed = Long.getLong("armci.seed", System.nanoTime());
    System.out.println("ScopedRangesTest: seed " + seed + " (armci.seed repeats it)");
    Random random = new Random(seed);
    List<ScopedRange<String>> list = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (list.size() == MOST_RANGES || (!list.isEmpty() && random.nextInt(3) == 0)) {
        ranges.remove(list.remove(random.nextInt(list.size())));
      } else {
        long size = 1L + random.nextInt(random.nextInt(8) == 0 ? 400 : 30);
        MemorySegment.Scope scope = random.nextBoolean() ? one : two;
        ScopedRange<String> range =
            new ScopedRange<>(
                scope, random.nextInt(SPACE_BYTES), size, random.nextBoolean(), "" + step);
        list.add(range);
        ranges.add(range);
      }
      probe(list, random);
    }
  }

  private void probe(List<ScopedRange<String>> list, Random random) {
    MemorySegment.Scope scope = random.nextBoolean() ? one : two;
    long address = random.nextInt(SPACE_BYTES);
    long length = 1L + random.nextInt(30);
    boolean write = random.nextBoolean();
    List<String> right =
        list.stream()
            .filter(range -> range.scope().equals(scope))
            .filter(range -> range.writable() || !write)
            .filter(range -> range.address() <= address)
            .filter(range -> address + length <= range.address() + range.sizeBytes())
            .map(ScopedRange::owner)
            .toList();
    String found = ranges.find(scope, address, length, write);
    assertEquals(right.isEmpty(), found == null);
    assertEquals(!right.isEmpty(), right.contains(found));
  }
}
