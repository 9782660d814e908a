package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.kernel.Words;

/**
 * The rings of slots between all pairs of a group, for pieces up to one length. In each rank's
 * memory there are, for every origin:
 *
 * <ul>
 *   <li>The slots, each with its <em>mark</em> at the end: the number of the piece that the origin
 *       has put there, and how many pieces of the target it has let go of. Its signal follows the
 *       data, so a rank that sees the number sees the data. A short piece lies right before the
 *       mark and in the same line, so that a network carries both as one message.
 *   <li><em>released</em>, at the origin: how many pieces the target has let go of. The origin puts
 *       piece k only when it knows from here or from the target's marks that k − slots pieces are
 *       released, so no slot is written before its reader is done, however far one rank is ahead of
 *       another, and no call needs a barrier before or after it. The target writes the word when
 *       {@code releaseEvery} pieces are released of which no mark has told: between ranks that
 *       exchange pieces it never does.
 * </ul>
 *
 * <p>All only rise. What is looked at is their distance from what this rank has done, which is
 * never more than a few, so that they could not be mistaken even after a wrap. Source: Gupta
 * (thesis, chapters 3 and 5), where the sender is notified before the first block is reused, with
 * counters of one byte.
 */
final class SlotRings {
  private static final long LINE_BYTES = 128;
  private static final int NUMBER_SHIFT = 32;

  /**
   * What the rings are like.
   *
   * @param slots how many pieces of one origin may be at a target at once
   * @param releaseEvery how many are let go of before the origin is told; the ring seems shorter by
   *     one less than that
   * @param roomBytes for data that do not lie in the mark's line; a multiple of a line, or 0
   */
  record RingLayout(int slots, int releaseEvery, long roomBytes) {
    /** Returns the bytes of memory that the rings of a group need in each rank. */
    long sizeBytes(int size) {
      return size * (LINE_BYTES + slots * slotBytes());
    }

    private long slotBytes() {
      return roomBytes + LINE_BYTES;
    }
  }

  private final Armci armci;
  private final Group group;
  private final RingLayout layout;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final long base;
  private final int place;
  private final int size;
  private final long[] sent;

  /** Number of pieces that each target is known to have released. */
  private final long[] free;

  private final long[] taken;

  /** Number of released pieces that each origin has been told of. */
  private final long[] told;

  /** Mark of each slot before its next piece. */
  private final long[] marks;

  /**
   * @param memory where the rings are
   * @param base where in each rank's block they begin
   * @param first what all counters begin at, the same on all ranks
   */
  SlotRings(
      Armci armci, Group group, RingLayout layout, GlobalMemory memory, long base, long first) {
    this.armci = armci;
    this.group = group;
    this.layout = layout;
    this.memory = memory;
    this.own = memory.local();
    this.base = base;
    this.place = group.rank();
    this.size = group.size();
    this.sent = counters(first);
    this.free = counters(first);
    this.taken = counters(first);
    this.told = counters(first);
    this.marks = new long[size * layout.slots()];
    for (int target = 0; target < size; target++) {
      Words.setRelease(own, released(target), first);
    }
  }

  private long[] counters(long first) {
    long[] counters = new long[size];
    Arrays.fill(counters, first);
    return counters;
  }

  private long released(int target) {
    return base + target * LINE_BYTES;
  }

  /** Returns the index of a piece's slot among all slots. */
  private int slot(int origin, long piece) {
    return origin * layout.slots() + (int) Math.floorMod(piece, (long) layout.slots());
  }

  private long start(int slot) {
    return base + size * LINE_BYTES + slot * layout.slotBytes();
  }

  /** Returns the offset of the mark of a slot: the last word of its last line. */
  private long mark(int slot) {
    return start(slot + 1) - Long.BYTES;
  }

  /** Returns the offset of a piece of that length in a slot. */
  private long data(int slot, long sizeBytes) {
    return sizeBytes <= Channels.SHORT_BYTES ? mark(slot) - sizeBytes : start(slot);
  }

  /** Returns whether a slot at {@code target} is free. */
  boolean canPut(int target) {
    if (sent[target] - free[target] < layout.slots()) {
      return true;
    }
    learn(target);
    return sent[target] - free[target] < layout.slots();
  }

  /** Finds out how many pieces a target has let go of: from its word, and from marks not taken. */
  private void learn(int target) {
    long count = Words.getAcquire(own, released(target));
    if (count - free[target] > 0) {
      free[target] = count;
    }
    for (long piece = taken[target]; piece < taken[target] + layout.slots(); piece++) {
      int slot = slot(target, piece);
      long mark = Words.getAcquire(own, mark(slot));
      if (!isOf(piece, mark, slot)) {
        break;
      }
      learn(target, mark);
    }
  }

  private void learn(int target, long mark) {
    int more = (int) mark - (int) free[target];
    if (more > 0) {
      free[target] += more;
    }
  }

  /** Starts to put the next piece to {@code target}, where a slot is free. */
  void put(int target, MemorySegment source, long offset, long sizeBytes, Handle handle) {
    int rank = group.worldRank(target);
    int slot = slot(place, sent[target]);
    long number = ++sent[target];
    long mark = (number << NUMBER_SHIFT) | (taken[target] & 0xffff_ffffL);
    told[target] = taken[target];
    long to = data(slot, sizeBytes);
    long at = mark(slot);
    armci.nbPutSignal(source, offset, memory, rank, to, sizeBytes, memory, at, mark, handle);
  }

  /** Returns whether the next piece of {@code origin} is here. */
  boolean canTake(int origin) {
    int slot = slot(origin, taken[origin]);
    return isOf(taken[origin], Words.getAcquire(own, mark(slot)), slot);
  }

  /**
   * Returns whether a mark is that of a piece, and whole. A device in software may write its bytes
   * one by one, upwards: the number comes last, so half a mark has not yet the number of the piece.
   */
  private boolean isOf(long piece, long mark, int slot) {
    return mark != marks[slot] && (int) (mark >>> NUMBER_SHIFT) == (int) (piece + 1);
  }

  /**
   * Returns the offset of the next piece of {@code origin}, which is that long, in this rank's
   * block.
   */
  long next(int origin, long sizeBytes) {
    return data(slot(origin, taken[origin]), sizeBytes);
  }

  /** Lets go of the next piece of {@code origin}: it may be overwritten. */
  void release(int origin) {
    int slot = slot(origin, taken[origin]);
    marks[slot] = Words.getAcquire(own, mark(slot));
    learn(origin, marks[slot]);
    long count = ++taken[origin];
    if (count - told[origin] >= layout.releaseEvery()) {
      told[origin] = count;
      armci.signal(memory, group.worldRank(origin), released(place), count);
    }
  }

  /** Returns when the next piece of {@code origin} is here. */
  void awaitTake(int origin) {
    int slot = slot(origin, taken[origin]);
    group.waitUntil(memory, mark(slot), Comparison.NE, marks[slot]);
  }
}
