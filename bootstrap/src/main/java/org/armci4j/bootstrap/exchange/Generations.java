package org.armci4j.bootstrap.exchange;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The exchanges of a job whose ranks may leave it and join it again. A rank that joins for the n-th
 * time is in the n-th generation, and meets only ranks of that one: what a slow rank of the last
 * one still does cannot be mistaken for something of this one. Not safe for several threads.
 */
public final class Generations {
  private final int[] joins;
  private final Map<Integer, Generation> generations = new TreeMap<>();

  private static final class Generation {
    private final ExchangeTable exchanges;
    private int left;

    Generation(int size) {
      exchanges = new ExchangeTable(size);
    }
  }

  /** Of a job of {@code size} ranks. */
  public Generations(int size) {
    joins = new int[size];
  }

  /**
   * A rank joins, which has not joined before or has left.
   *
   * @return its generation, from 1
   */
  public int join(int rank) {
    int generation = ++joins[rank];
    generations.computeIfAbsent(generation, number -> new Generation(joins.length));
    return generation;
  }

  /** The generation of a rank, from 1; 0 when it has never joined. */
  public int of(int rank) {
    return joins[rank];
  }

  /** The exchanges of the generation of a rank that has joined. */
  public ExchangeTable exchanges(int rank) {
    return generations.get(joins[rank]).exchanges;
  }

  /**
   * A rank that has joined leaves its generation.
   *
   * @return whether it was the last one, and its generation is over
   */
  public boolean leave(int rank) {
    Generation generation = generations.get(joins[rank]);
    generation.exchanges.leave(rank);
    generation.left++;
    boolean over = generation.left == joins.length;
    if (over) {
      generations.remove(joins[rank]);
    }
    return over;
  }

  /** The exchanges under way, a line each. */
  @Override
  public String toString() {
    return generations.values().stream()
        .map(generation -> generation.exchanges.toString())
        .collect(Collectors.joining());
  }
}
