package org.armci4j.benchmarks.irregular;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;

/**
 * A table of words that is dealt out among the ranks, and the places that this rank touches, in
 * random order. The peer's program draws the same places.
 */
final class WordTable {
  /** Number of places that each rank draws; it uses them again and again. */
  static final int PLACES = 1 << 20;

  /** Most words of one list; a divisor of their number. */
  static final int LIST = 1 << 13;

  private final Armci armci;
  private final GlobalMemory memory;
  private final LongBlock[] blocks;
  private final int[] places = new int[PLACES];
  private final int[] ranks = new int[PLACES];
  private final int words;

  /**
   * Allocates the table. Collective.
   *
   * @param words number of words on each rank, a power of two
   */
  WordTable(Armci armci, int words) {
    this.armci = armci;
    this.words = words;
    this.memory = armci.allocate((long) words * Long.BYTES);
    this.blocks = new LongBlock[armci.size()];
    for (int rank = 0; rank < blocks.length; rank++) {
      blocks[rank] = memory.longs(rank);
    }
    for (int i = 0; i < PLACES; i++) {
      ranks[i] = rankOf(armci.rank(), i);
      places[i] = placeOf(armci.rank(), i);
    }
  }

  /** Returns the rank with the i-th word that a rank touches. */
  int rankOf(int rank, int i) {
    return (int) ((draw(rank, i) & 0xFFFF_FFFFL) % armci.size());
  }

  /** Returns the place of that word there. */
  int placeOf(int rank, int i) {
    return (int) (draw(rank, i) >>> 32) & (words - 1);
  }

  /** Returns a random number; the steps are those of SplitMix64. */
  private static long draw(int rank, int i) {
    long z = (rank * (long) PLACES + i + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns which of the places comes as the i-th. */
  static int number(long i) {
    return (int) i & (PLACES - 1);
  }

  /** Returns the rank with the i-th word that this rank touches. */
  int rank(long i) {
    return ranks[number(i)];
  }

  /** Returns the place of that word there. */
  int place(long i) {
    return places[number(i)];
  }

  /** Writes the ranks and places of some words to lists. */
  void list(long first, int count, int[] inRanks, long[] indices) {
    for (int i = 0; i < count; i++) {
      inRanks[i] = rank(first + i);
      indices[i] = place(first + i);
    }
  }

  Armci armci() {
    return armci;
  }

  int words() {
    return words;
  }

  LongBlock block(int rank) {
    return blocks[rank];
  }

  /** Returns this rank's words. */
  MemorySegment own() {
    return memory.local();
  }

  /** Sets each own word to what {@link #value} says, or to 0. Collective. */
  void fill(boolean values) {
    for (int place = 0; place < words; place++) {
      blocks[armci.rank()].put(place, values ? value(armci.rank(), place) : 0);
    }
    armci.barrier();
  }

  /** Returns what a filled table holds at a place. */
  static long value(int rank, int place) {
    return 1_000_003L * rank + place;
  }
}
