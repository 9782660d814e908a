package org.armci4j.examples.words;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;

/** Words of all ranks, each with a number; their owners are those of {@link RoundRobin}. */
public final class SpreadWords {
  private final Armci armci;
  private final RoundRobin deal;
  private final GlobalMemory memory;
  private final LongBlock[] blocks;

  /**
   * Allocates the words. Collective.
   *
   * @param armci the rank's runtime
   * @param count how many words all ranks have together
   */
  public SpreadWords(Armci armci, int count) {
    this.armci = armci;
    this.deal = new RoundRobin(count, armci.size(), armci.rank());
    this.memory = armci.allocate((long) Long.BYTES * deal.own());
    this.blocks = new LongBlock[armci.size()];
    Arrays.setAll(blocks, memory::longs);
  }

  /**
   * Returns who owns which word.
   *
   * @return the owners and places of the words
   */
  public RoundRobin deal() {
    return deal;
  }

  /**
   * Reads a word.
   *
   * @param word its number
   * @return its value
   */
  public long get(int word) {
    return blocks[deal.owner(word)].get(deal.place(word));
  }

  /**
   * Writes a word. All ranks see the value after a barrier.
   *
   * @param word its number
   * @param value its new value
   */
  public void put(int word, long value) {
    blocks[deal.owner(word)].put(deal.place(word), value);
  }

  /**
   * Adds to a word atomically.
   *
   * @param word its number
   * @param delta the summand
   */
  public void add(int word, long delta) {
    blocks[deal.owner(word)].fetchAndAdd(deal.place(word), delta);
  }

  /**
   * Replaces a word if it holds an expected value.
   *
   * @param word its number
   * @param expected the value that it must hold
   * @param value its new value in that case
   * @return the previous value
   */
  public long compareAndSwap(int word, long expected, long value) {
    return blocks[deal.owner(word)].compareAndSwap(deal.place(word), expected, value);
  }

  /**
   * Sets all words. Collective: returns when every rank may use them.
   *
   * @param value their new value
   */
  public void fill(long value) {
    long[] own = new long[deal.own()];
    Arrays.fill(own, value);
    writeOwn(own);
    armci.barrier();
  }

  /**
   * Writes the words that this rank owns.
   *
   * @param values one for each of its places
   */
  public void writeOwn(long[] values) {
    blocks[armci.rank()].put(0, values, 0, values.length);
  }

  /**
   * Reads the words that this rank owns.
   *
   * @return the values by their places
   */
  public long[] readOwn() {
    return read(armci.rank());
  }

  /**
   * Reads all words of all ranks.
   *
   * @return the values by their numbers
   */
  public long[] readAll() {
    long[] all = new long[deal.count()];
    for (int rank = 0; rank < blocks.length; rank++) {
      long[] some = read(rank);
      for (int place = 0; place < some.length; place++) {
        all[place * blocks.length + rank] = some[place];
      }
    }
    return all;
  }

  private long[] read(int rank) {
    long[] values = new long[(int) blocks[rank].length()];
    blocks[rank].get(0, values, 0, values.length);
    return values;
  }

  /** Frees the words. Collective. */
  public void free() {
    armci.free(memory);
  }
}
