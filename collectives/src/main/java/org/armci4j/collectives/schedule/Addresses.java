package org.armci4j.collectives.schedule;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.GlobalMemory;

/**
 * Where the destinations of a call lie: of each rank the global memory and the first byte in its
 * block. Ranks exchange the records; two that both lie in the same global memory write straight to
 * each other, and as each has both records, both know whether they do.
 */
final class Addresses {
  /** How long a record is: the memory's number or 0, the offset. */
  static final long RECORD_BYTES = 16;

  private final int place;
  private final MemorySegment records;
  private GlobalMemory memory;

  Addresses(int place, int size) {
    this.place = place;
    this.records = Arena.ofAuto().allocate(size * RECORD_BYTES, RECORD_BYTES);
  }

  /** All records, that of place p at p · {@link #RECORD_BYTES}. */
  MemorySegment records() {
    return records;
  }

  /**
   * Notes where this rank's destination lies, and forgets all others'.
   *
   * @param memory null when it is in no global memory
   */
  void begin(GlobalMemory memory, long offset) {
    this.memory = memory;
    records.fill((byte) 0);
    records.set(JAVA_LONG, place * RECORD_BYTES, number(memory));
    records.set(JAVA_LONG, place * RECORD_BYTES + 8, offset);
  }

  /** Whether this rank and a peer, whose record is here, write straight to each other. */
  boolean reaches(int peer) {
    long own = records.get(JAVA_LONG, place * RECORD_BYTES);
    return own != 0 && records.get(JAVA_LONG, peer * RECORD_BYTES) == own;
  }

  /** The memory in which both lie. */
  GlobalMemory memory() {
    return memory;
  }

  /** Where in its block a peer's destination begins. */
  long offset(int peer) {
    return records.get(JAVA_LONG, peer * RECORD_BYTES + 8);
  }

  /**
   * A number that stands for a global memory's name, which is the same on all ranks: FNV-1a of 64
   * bits; 0 for none.
   */
  private static long number(GlobalMemory memory) {
    if (memory == null) {
      return 0;
    }
    String name = memory.name();
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return hash == 0 ? 1 : hash;
  }
}
