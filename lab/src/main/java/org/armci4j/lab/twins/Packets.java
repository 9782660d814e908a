package org.armci4j.lab.twins;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.collectives.schedule.Channels;

/**
 * Carries packets for the message layer. For each pair of ranks, a ring of registered slots lies in
 * the receiver's memory. A slot holds one packet: a header and some data. The sender has a credit
 * for each slot, which the receiver gives back.
 */
final class Packets implements AutoCloseable {
  /** Kinds of packets. */
  enum Kind {
    /** A whole message. */
    EAGER(0),
    /** Request to send: announces a long message, without its data. */
    REQUEST(1),
    /** Clear to send: the receiver's answer to the request. */
    CLEAR(2),
    /** A part of a long message's data. */
    DATA(3),
    /** All data have been written where the receiver said. */
    FINISHED(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static final Kind[] BY_CODE = {EAGER, REQUEST, CLEAR, DATA, FINISHED};
  }

  private static final int SLOTS = 4;
  private static final long LINE_BYTES = 128;
  private static final long HEADER_BYTES = 64;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Armci armci;
  private final Group group;
  private final int size;
  private final int place;
  private final long dataBytes;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final MemorySegment header = Arena.ofAuto().allocate(HEADER_BYTES, LINE_BYTES);
  private final long[] sent;
  private final long[] taken;

  /** Allocates the slots. Collective over the group. */
  Packets(Armci armci, Group group) {
    this.armci = armci;
    this.group = group;
    this.size = group.size();
    this.place = group.rank();
    this.dataBytes = Channels.pieceBytes(size);
    this.memory = group.allocate(size * (2 * LINE_BYTES + SLOTS * slotBytes()));
    this.own = memory.local();
    this.sent = new long[size];
    this.taken = new long[size];
  }

  /** Returns the limit of a packet's data, as long as a piece of a one-sided put. */
  long dataBytes() {
    return dataBytes;
  }

  private long slotBytes() {
    return HEADER_BYTES + dataBytes;
  }

  private long slot(int origin, long number) {
    return 2L * size * LINE_BYTES + ((long) origin * SLOTS + number % SLOTS) * slotBytes();
  }

  private long released(int target) {
    return (size + target) * LINE_BYTES;
  }

  /** Returns whether there is credit for a packet to {@code target}. */
  boolean canSend(int target) {
    return sent[target] - (long) LONG.getAcquire(own, released(target)) < SLOTS;
  }

  /**
   * Sends a packet.
   *
   * @param words four words of the message layer
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

  /** Returns whether a packet from {@code origin} has arrived. */
  boolean canTake(int origin) {
    return (long) LONG.getAcquire(own, origin * LINE_BYTES) > taken[origin];
  }

  /** Returns the kind of the next packet from {@code origin}. */
  Kind kind(int origin) {
    return Kind.BY_CODE[(int) own.get(JAVA_LONG, slot(origin, taken[origin]))];
  }

  /** Returns a word of the next packet from {@code origin}. */
  long word(int origin, int index) {
    return own.get(JAVA_LONG, slot(origin, taken[origin]) + (index + 1L) * Long.BYTES);
  }

  /** Copies the data of the next packet from {@code origin}. */
  void copyData(int origin, MemorySegment to, long offset, long sizeBytes) {
    long from = slot(origin, taken[origin]) + HEADER_BYTES;
    MemorySegment.copy(own, from, to, offset, sizeBytes);
  }

  /** Gives back the credit for the next packet from {@code origin}. */
  void release(int origin) {
    armci.signal(memory, group.worldRank(origin), released(place), ++taken[origin]);
  }

  @Override
  public void close() {
    group.free(memory);
  }
}
