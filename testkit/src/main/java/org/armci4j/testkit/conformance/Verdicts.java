package org.armci4j.testkit.conformance;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.conformance.trial.Differences;

/** Brings each rank's findings to all ranks. */
final class Verdicts {
  private static final int TEXT_BYTES = 2048;

  private final Armci armci;
  private final GlobalMemory memory;

  /** Allocates the memory. Collective. */
  Verdicts(Armci armci) {
    this.armci = armci;
    this.memory = armci.allocate(TEXT_BYTES);
  }

  /** Returns rank 0's number, on all ranks. */
  long common(long number) {
    armci.putLong(memory, armci.rank(), 0, number);
    armci.barrier();
    long common = armci.getLong(memory, 0, 0);
    armci.barrier();
    return common;
  }

  /** Returns the differences of all ranks that have some, in the order of the ranks. */
  List<String> gather(Differences differences) {
    byte[] text = differences.toString().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, TEXT_BYTES - 8);
    armci.putLong(memory, armci.rank(), 0, length);
    armci.put(MemorySegment.ofArray(text), 0, memory, armci.rank(), 8, length);
    armci.barrier();
    List<String> all = new ArrayList<>();
    for (int rank = 0; rank < armci.size(); rank++) {
      byte[] bytes = new byte[(int) armci.getLong(memory, rank, 0)];
      if (bytes.length > 0) {
        armci.get(memory, rank, 8, MemorySegment.ofArray(bytes));
        all.add(new String(bytes, StandardCharsets.UTF_8));
      }
    }
    armci.barrier();
    return all;
  }

  void free() {
    armci.free(memory);
  }
}
