package org.armci4j.bootstrap.exchange;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds the exchanges of a job whose ranks may leave and join again. A rank's n-th membership is
 * its epoch n, in which it meets only ranks of the same epoch. So the late actions of a slow rank
 * in an earlier epoch cannot reach a later one. Not safe for several threads.
 */
public final class JoinEpochs {
  private final int[] joins;
  private final Map<Integer, Epoch> epochs = new TreeMap<>();

  /** By rank: why it is lost, the second half of a sentence; null for ranks that are well. */
  private final String[] lost;

  private static final class Epoch {
    private final ExchangeTable exchanges;
    private int left;

    Epoch(int size) {
      exchanges = new ExchangeTable(size);
    }

    void lose(int rank, String why) {
      if (!exchanges.isGone(rank)) {
        exchanges.leave(rank, why);
        left++;
      }
    }
  }

  /** Makes the epochs of a job of {@code size} ranks. */
  public JoinEpochs(int size) {
    joins = new int[size];
    lost = new String[size];
  }

  /**
   * Joins a rank that has not joined before or has left.
   *
   * @return its epoch, from 1
   */
  public int join(int rank) {
    int epoch = ++joins[rank];
    epochs.computeIfAbsent(epoch, _ -> newEpoch());
    return epoch;
  }

  private Epoch newEpoch() {
    Epoch epoch = new Epoch(joins.length);
    for (int rank = 0; rank < lost.length; rank++) {
      if (lost[rank] != null) {
        epoch.lose(rank, lost[rank]);
      }
    }
    return epoch;
  }

  /** Returns the epoch of a rank, from 1; 0 when it has never joined. */
  public int of(int rank) {
    return joins[rank];
  }

  /** Returns the exchanges of a joined rank's epoch. */
  public ExchangeTable exchanges(int rank) {
    return epochs.get(joins[rank]).exchanges;
  }

  /**
   * Takes a joined rank out of its epoch.
   *
   * @return whether the rank was the last one of its epoch, which is then over
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

  /**
   * Takes a rank that is lost out of all epochs, also out of those that it has not reached.
   *
   * @param why the second half of a sentence about the rank
   */
  public void lose(int rank, String why) {
    lost[rank] = why;
    epochs.values().forEach(epoch -> epoch.lose(rank, why));
    epochs.values().removeIf(epoch -> epoch.left == joins.length);
  }

  /** Returns the exchanges under way, a line each. */
  @Override
  public String toString() {
    return epochs.values().stream()
        .map(epoch -> epoch.exchanges.toString())
        .collect(Collectors.joining());
  }
}
