package org.armci4j.lab.twins;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;

/**
 * What a message layer stands on: between each pair of ranks a ring of registered slots in the
 * receiver's memory, each for one packet of a header and some data. The sender has credit for as
 * many packets as there are slots; the receiver gives it back.
 */
final class Packets implements AutoCloseable {
  /** What a packet is. */
  enum Kind {
    /** A whole message. */
    EAGER(0),
    /** The beginning of a long message, without its data: may it come? */
    REQUEST(1),
    /** It may. */
    CLEAR(2),
    /** A part of it. */
    DATA(3),
    /** All of it has been written where the receiver said. */
    FINISHED(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static final Kind[] BY_CODE = {EAGER, REQUEST, CLEAR, DATA, FINISHED};
  }

  /** The most data in a packet: what a put of the one-sided side moves at once. */
  static final long DATA_BYTES = 8192;

  private static final int SLOTS = 4;
  private static final long LINE_BYTES = 128;
  private static final long HEADER_BYTES = 64;
  private static final long SLOT_BYTES = HEADER_BYTES + DATA_BYTES;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Armci armci;
  private final Group group;
  private final int size;
  private final int place;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final MemorySegment header = Arena.ofAuto().allocate(HEADER_BYTES, LINE_BYTES);
  private final long[] sent;
  private final long[] taken;

  /** Collective over the group. */
  Packets(Armci armci, Group group) {
    this.armci = armci;
    this.group = group;
    this.size = group.size();
    this.place = group.rank();
    this.memory = group.allocate(size * (2 * LINE_BYTES + SLOTS * SLOT_BYTES));
    this.own = memory.local();
    this.sent = new long[size];
    this.taken = new long[size];
  }

  private long slot(int origin, long number) {
    return 2L * size * LINE_BYTES + ((long) origin * SLOTS + number % SLOTS) * SLOT_BYTES;
  }

  private long released(int target) {
    return (size + target) * LINE_BYTES;
  }

  /** Whether there is credit for a packet to {@code target}. */
  boolean canSend(int target) {
    return sent[target] - (long) LONG.getAcquire(own, released(target)) < SLOTS;
  }

  /**
   * Sends a packet.
   *
   * @param words four of the message layer's own
   */
  void send(
      int target, Kind kind, long[] words, MemorySegment source, long offset, long sizeBytes) {
    int rank = group.worldRank(target);
    long slot = slot(place, sent[target]++);
    header.setAtIndex(JAVA_LONG, 0, kind.code);
    for (int i = 0; i < words.length; i++) {
      header.setAtIndex(JAVA_LONG, i + 1L, words[i]);
    }
    long word = place * LINE_BYTES;
    if (sizeBytes > 0) {
      armci.put(source, offset, memory, rank, slot + HEADER_BYTES, sizeBytes);
    }
    armci.putSignal(header, 0, memory, rank, slot, HEADER_BYTES, memory, word, sent[target]);
  }

  /** Whether there is a packet of {@code origin}. */
  boolean canTake(int origin) {
    return (long) LONG.getAcquire(own, origin * LINE_BYTES) > taken[origin];
  }

  /** The kind of the next packet of {@code origin}. */
  Kind kind(int origin) {
    return Kind.BY_CODE[(int) own.get(JAVA_LONG, slot(origin, taken[origin]))];
  }

  /** A word of the next packet of {@code origin}. */
  long word(int origin, int index) {
    return own.get(JAVA_LONG, slot(origin, taken[origin]) + (index + 1L) * Long.BYTES);
  }

  /** Copies the data of the next packet of {@code origin}. */
  void copyData(int origin, MemorySegment to, long offset, long sizeBytes) {
    long from = slot(origin, taken[origin]) + HEADER_BYTES;
    MemorySegment.copy(own, from, to, offset, sizeBytes);
  }

  /** Gives the credit for the next packet of {@code origin} back. */
  void release(int origin) {
    armci.signal(memory, group.worldRank(origin), released(place), ++taken[origin]);
  }

  @Override
  public void close() {
    group.free(memory);
  }
}
