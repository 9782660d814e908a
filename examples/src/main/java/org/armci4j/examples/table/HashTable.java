package org.armci4j.examples.table;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;

/**
 * Counts how often keys occur, in a hash table whose slots lie in all ranks. A slot holds a key and
 * its count. A rank takes a free slot of any rank by compare-and-swap.
 */
public final class HashTable {
  private static final int SLOTS = 1024; // in each rank
  private static final int KEYS = 1009;

  private HashTable() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      GlobalMemory table = armci.allocate(2L * SLOTS * Long.BYTES);
      LongBlock[] slots = new LongBlock[armci.size()];
      Arrays.setAll(slots, table::longs);
      for (long i = armci.rank(); i < 20 * KEYS; i += armci.size()) {
        count(slots, 1 + i * i % KEYS);
      }
      armci.barrier(); // the keys of all ranks are in place

      long[] all = new long[2 * SLOTS * armci.size()]; // rank 0 gathers all slots here
      for (int rank = 0; armci.rank() == 0 && rank < armci.size(); rank++) {
        slots[rank].get(0, all, 2 * SLOTS * rank, 2 * SLOTS);
      }
      if (armci.rank() == 0) {
        long keys = IntStream.range(0, all.length / 2).filter(i -> all[2 * i] != 0).count();
        long counts = IntStream.range(0, all.length / 2).mapToLong(i -> all[2 * i + 1]).sum();
        System.out.printf(Locale.ROOT, "%d keys, counted %d times%n", keys, counts);
      }
      armci.free(table);
    }
  }

  /** Counts a key other than 0, which marks free slots. */
  private static void count(LongBlock[] slots, long key) {
    long slot = Long.hashCode(key * 0x9E37_79B9_7F4A_7C15L) & Integer.MAX_VALUE;
    for (int tries = 0; tries < SLOTS * slots.length; tries++, slot++) {
      LongBlock owner = slots[(int) (slot / SLOTS % slots.length)];
      long index = 2 * (slot % SLOTS);
      long held = owner.compareAndSwap(index, 0, key);
      if (held == 0 || held == key) {
        owner.fetchAndAdd(index + 1, 1);
        return;
      }
    }
    throw new IllegalStateException("the table is full");
  }
}
