package org.armci4j.bootstrap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Holds the ranks that a job has lost and goes on without, as one rank knows them. A job that ends
 * by a failure loses none. Any thread may call any method; a rank that is lost stays so.
 */
public final class LostRanks {
  /** In the order in which this rank has learnt of them. Replaced under the lock, never changed. */
  private volatile List<RankLoss> all = List.of();

  /** Those of them that the program has not acknowledged. Replaced as the others. */
  private volatile List<RankLoss> unacknowledged = List.of();

  /** Makes the state of a job that has lost no rank. */
  public LostRanks() {}

  /**
   * Adds a rank.
   *
   * @return false when it is lost already; the first reason stays
   */
  synchronized boolean add(Failure failure) {
    if (of(failure.rank()) != null) {
      return false;
    }
    RankLoss loss = new RankLoss(failure, Instant.now());
    all = with(all, loss);
    unacknowledged = with(unacknowledged, loss);
    return true;
  }

  private static List<RankLoss> with(List<RankLoss> losses, RankLoss loss) {
    List<RankLoss> more = new ArrayList<>(losses);
    more.add(loss);
    return List.copyOf(more);
  }

  /** Returns the lost ranks, in the order in which this rank has learnt of them. */
  public List<RankLoss> all() {
    return all;
  }

  /**
   * Acknowledges all lost ranks: {@link #unacknowledged} speaks of them no more.
   *
   * @return the lost ranks, all of them acknowledged
   */
  public synchronized List<RankLoss> acknowledge() {
    unacknowledged = List.of();
    return all;
  }

  /** Acknowledges the lost ranks that are not among some ranks. */
  public synchronized void acknowledgeOthersThan(int... ranks) {
    unacknowledged =
        unacknowledged.stream()
            .filter(loss -> Arrays.stream(ranks).anyMatch(rank -> rank == loss.failure().rank()))
            .toList();
  }

  /** Returns why the first lost rank is lost that the program has not acknowledged, or null. */
  public Failure unacknowledged() {
    List<RankLoss> known = unacknowledged;
    return known.isEmpty() ? null : known.getFirst().failure();
  }

  /** Returns why a rank is lost, or null while it is well. */
  public Failure of(int rank) {
    for (RankLoss loss : all) {
      if (loss.failure().rank() == rank) {
        return loss.failure();
      }
    }
    return null;
  }

  /** Returns why the first lost one of some ranks is lost, or null while all are well. */
  public Failure among(int[] ranks) {
    for (RankLoss loss : all) {
      for (int rank : ranks) {
        if (loss.failure().rank() == rank) {
          return loss.failure();
        }
      }
    }
    return null;
  }
}
