package org.armci4j.collectives.schedule;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.GlobalMemory;

/**
 * Where the destinations of a call lie: of each rank the global memory and the first byte in its
 * block. The rank that is written to tells its record to the one that writes; if both destinations
 * lie in the same global memory, that one writes straight to the other. Where records go both ways,
 * both know whether they do; otherwise the first write tells.
 */
final class Addresses {
  /** How long a record is: the memory's number, the offset. */
  static final long RECORD_BYTES = 16;

  /** Instead of a memory's number: the record is not here yet. */
  private static final long UNKNOWN = 0;

  /** Instead of a memory's number: in no global memory. */
  private static final long NOWHERE = 1;

  private final int place;
  private final MemorySegment records;
  private final boolean[] told;
  private GlobalMemory memory;

  Addresses(int place, int size) {
    this.place = place;
    this.told = new boolean[size];
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
    Arrays.fill(told, false);
    records.set(JAVA_LONG, place * RECORD_BYTES, number(memory));
    records.set(JAVA_LONG, place * RECORD_BYTES + 8, offset);
  }

  /** Notes that a peer has been told this rank's record. */
  void tell(int peer) {
    told[peer] = true;
  }

  /** Whether a peer can know by itself how this rank writes to it. */
  boolean isToldTo(int peer) {
    return told[peer];
  }

  /** Notes how a peer writes to this rank, which has not been told the peer's record. */
  void learn(int peer, boolean straight) {
    long record = peer * RECORD_BYTES;
    records.set(
        JAVA_LONG, record, straight ? records.get(JAVA_LONG, place * RECORD_BYTES) : NOWHERE);
  }

  /** Whether a peer's record is here, or how it writes is known. */
  boolean isKnown(int peer) {
    return records.get(JAVA_LONG, peer * RECORD_BYTES) != UNKNOWN;
  }

  /** Whether this rank and a peer, whose record is here, write straight to each other. */
  boolean reaches(int peer) {
    long own = records.get(JAVA_LONG, place * RECORD_BYTES);
    return own != NOWHERE && records.get(JAVA_LONG, peer * RECORD_BYTES) == own;
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
   * bits.
   */
  private static long number(GlobalMemory memory) {
    if (memory == null) {
      return NOWHERE;
    }
    String name = memory.name();
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return hash == UNKNOWN || hash == NOWHERE ? -1 : hash;
  }
}
