package org.armci4j.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.testkit.Contract;
import org.armci4j.testkit.RankThreads.Body;

/** What strided put and get promise, at any number of ranks, on every transport. */
final class SectionContract implements Contract {
  private static final int PATCHES = 200;
  private static final int RELAY_ROUNDS = 5;

  @Override
  public Map<String, Body> checks() {
    Map<String, Body> checks = new LinkedHashMap<>();
    checks.put("patches", SectionContract::patches);
    checks.put("patches-nb", SectionContract::patchesInFlight);
    checks.put("relay", SectionContract::relay);
    return checks;
  }

  private static void assertSame(MemorySegment expected, MemorySegment seen, String what) {
    assertEquals(-1, expected.mismatch(seen), what + ": first byte that differs");
  }

  /** Put and got back at once; also nothing beside the patches may change. */
  private static void patches(Armci armci) {
    Strided strided = Strided.of(armci);
    int target = armci.size() - 1 - armci.rank();
    for (int dimensions = 1; dimensions <= Boxes.MOST_DIMENSIONS; dimensions++) {
      SplittableRandom random = new SplittableRandom(100L * armci.rank() + dimensions);
      ArrayLayout local = Boxes.local(dimensions);
      ArrayLayout remote = Boxes.remote(dimensions);
      GlobalMemory memory = armci.allocate(remote.sizeBytes());
      MemorySegment source = Model.random(random, local.sizeBytes());
      MemorySegment back = Model.random(random, local.sizeBytes());
      MemorySegment expectedBack = copyOf(back);
      MemorySegment expectedRemote = MemorySegment.ofArray(new byte[(int) remote.sizeBytes()]);
      for (int i = 0; i < PATCHES; i++) {
        long[] sizes = Boxes.randomSizes(random, dimensions);
        Section from = local.box(Boxes.randomLower(random, sizes, 0), sizes);
        Section there = remote.box(Boxes.randomLower(random, sizes, 1), sizes);
        Section to = local.box(Boxes.randomLower(random, sizes, 0), sizes);
        strided.put(source, from, memory, target, there);
        strided.get(memory, target, there, back, to);
        Model.copy(source, from, expectedRemote, there);
        Model.copy(source, from, expectedBack, to);
        assertSame(expectedBack, back, "patch " + i + " in " + dimensions + " dimensions");
      }
      MemorySegment all = MemorySegment.ofArray(new byte[(int) remote.sizeBytes()]);
      armci.get(memory, target, 0, all);
      assertSame(expectedRemote, all, dimensions + " dimensions at the target");
      armci.free(memory);
    }
  }

  private static MemorySegment copyOf(MemorySegment segment) {
    return MemorySegment.ofArray(new byte[(int) segment.byteSize()]).copyFrom(segment);
  }

  /** Transfers of all dimensions under way at once, from native memory. */
  private static void patchesInFlight(Armci armci) {
    Strided strided = Strided.of(armci);
    int n = Boxes.MOST_DIMENSIONS;
    GlobalMemory[] memories = new GlobalMemory[n + 1];
    for (int d = 1; d <= n; d++) {
      memories[d] = armci.allocate(armci.size() * Boxes.remote(d).sizeBytes());
    }
    SplittableRandom random = new SplittableRandom(armci.rank());
    MemorySegment[] sources = new MemorySegment[n + 1];
    Section[] from = new Section[n + 1];
    Section[] there = new Section[n + 1];
    Handle[] handles = new Handle[n + 1];
    try (Arena arena = Arena.ofConfined()) {
      for (int d = 1; d <= n; d++) {
        MemorySegment bytes = Model.random(random, Boxes.local(d).sizeBytes());
        sources[d] = arena.allocate(bytes.byteSize(), 8).copyFrom(bytes);
        long[] sizes = Boxes.randomSizes(random, d);
        from[d] = Boxes.local(d).box(Boxes.randomLower(random, sizes, 0), sizes);
        Section box = Boxes.remote(d).box(Boxes.randomLower(random, sizes, 1), sizes);
        there[d] = box.at(box.offset() + armci.rank() * Boxes.remote(d).sizeBytes());
        handles[d] = armci.newHandle();
        strided.nbPut(sources[d], from[d], memories[d], target(armci, d), there[d], handles[d]);
      }
      for (int d = n; d >= 1; d--) {
        handles[d].await();
        armci.fence(target(armci, d));
      }
      for (int d = 1; d <= n; d++) {
        MemorySegment back = arena.allocate(sources[d].byteSize(), 8);
        strided.nbGet(memories[d], target(armci, d), there[d], back, from[d], handles[1]);
        handles[1].await();
        MemorySegment expected = arena.allocate(sources[d].byteSize());
        Model.copy(sources[d], from[d], expected, from[d]);
        assertSame(expected, back, d + " dimensions");
      }
    }
    for (int d = 1; d <= n; d++) {
      armci.free(memories[d]);
    }
  }

  private static int target(Armci armci, int dimensions) {
    return (armci.rank() + dimensions) % armci.size();
  }

  /** Each rank passes on what it got, as soon as its flag says that all of it is there. */
  private static void relay(Armci armci) {
    Strided strided = Strided.of(armci);
    int right = (armci.rank() + 1) % armci.size();
    GlobalMemory flags = armci.allocate(8);
    long arrivals = 0;
    for (int dimensions = 1; dimensions <= Boxes.MOST_DIMENSIONS; dimensions++) {
      ArrayLayout layout = Boxes.remote(dimensions);
      GlobalMemory memory = armci.allocate(layout.sizeBytes());
      long[] lower = new long[dimensions];
      lower[dimensions - 1] = 1;
      Section slab = layout.box(lower, Boxes.extents(dimensions));
      for (int round = 0; round < RELAY_ROUNDS; round++) {
        MemorySegment slabs =
            Model.random(new SplittableRandom(10 * dimensions + round), layout.sizeBytes());
        arrivals++;
        if (armci.rank() == 0) {
          strided.putSignal(slabs, slab, memory, right, slab, flags, 0, arrivals);
        }
        armci.waitUntil(flags, 0, Comparison.GE, arrivals);
        if (armci.rank() != 0) {
          strided.putSignal(memory.local(), slab, memory, right, slab, flags, 0, arrivals);
        }
        MemorySegment expected = MemorySegment.ofArray(new byte[(int) layout.sizeBytes()]);
        Model.copy(slabs, slab, expected, slab);
        assertSame(expected, memory.local(), dimensions + " dimensions, round " + round);
        armci.barrier();
      }
      armci.free(memory);
    }
    armci.free(flags);
  }
}
