package org.armci4j.bootstrap.exchange;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The exchanges of a job whose ranks may leave it and join it again. A rank that joins for the n-th
 * time is in the n-th epoch, and meets only ranks of that one: what a slow rank still does in the
 * epoch before cannot be mistaken for a part of this one. Not safe for several threads.
 */
public final class JoinEpochs {
  private final int[] joins;
  private final Map<Integer, Epoch> epochs = new TreeMap<>();

  private static final class Epoch {
    private final ExchangeTable exchanges;
    private int left;

    Epoch(int size) {
      exchanges = new ExchangeTable(size);
    }
  }

  /** The epochs of a job of {@code size} ranks. */
  public JoinEpochs(int size) {
    joins = new int[size];
  }

  /**
   * A rank joins, which has not joined before or has left.
   *
   * @return its epoch, from 1
   */
  public int join(int rank) {
    int epoch = ++joins[rank];
    epochs.computeIfAbsent(epoch, number -> new Epoch(joins.length));
    return epoch;
  }

  /** The epoch of a rank, from 1; 0 when it has never joined. */
  public int of(int rank) {
    return joins[rank];
  }

  /** The exchanges of the epoch of a rank that has joined. */
  public ExchangeTable exchanges(int rank) {
    return epochs.get(joins[rank]).exchanges;
  }

  /**
   * A rank that has joined leaves its epoch.
   *
   * @return whether it was the last one, and its epoch is over
   */
  public boolean leave(int rank) {
    Epoch epoch = epochs.get(joins[rank]);
    epoch.exchanges.leave(rank);
    epoch.left++;
    boolean over = epoch.left == joins.length;
    if (over) {
      epochs.remove(joins[rank]);
    }
    return over;
  }

  /** The exchanges under way, a line each. */
  @Override
  public String toString() {
    return epochs.values().stream()
        .map(epoch -> epoch.exchanges.toString())
        .collect(Collectors.joining());
  }
}
