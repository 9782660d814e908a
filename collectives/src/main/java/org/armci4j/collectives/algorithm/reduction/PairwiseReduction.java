package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Gives each rank its share from every rank; each combines its share in the order of the ranks. For
 * allreduce the results then go from each rank to every other. Long vectors go in windows whose
 * shares are one piece each, so that no rank waits for room.
 */
public final class PairwiseReduction {
  private PairwiseReduction() {}

  public static Schedule allreduce(Shape shape) {
    Schedule.Builder schedule = Schedule.builder().work(shape.pieceBytes());
    long window = shape.size() * (shape.pieceBytes() / shape.elementBytes());
    for (long first = 0; first < shape.count(); first += window) {
      long count = Math.min(window, shape.count() - first);
      Shape part = shape.ofCount(count);
      long base = first * shape.elementBytes();
      for (int step = 1; step < shape.size(); step++) {
        int peer = shape.on(step);
        schedule.put(peer, SOURCE, base + part.shareOffset(peer), part.shareBytes(peer));
      }
      long mine = base + part.shareOffset(shape.place());
      long bytes = part.shareBytes(shape.place());
      Folds.inRankOrder(schedule.next(), shape, mine, bytes);
      schedule.copy(WORK, 0, DESTINATION, mine, bytes);
      for (int step = 1; step < shape.size(); step++) {
        int peer = shape.on(step);
        schedule.put(peer, WORK, 0, bytes);
        schedule.take(peer, DESTINATION, base + part.shareOffset(peer), part.shareBytes(peer));
      }
      schedule.next();
    }
    return schedule.build();
  }

  public static Schedule reduceScatter(Shape shape) {
    Schedule.Builder schedule = Schedule.builder().work(shape.pieceBytes());
    long piece = shape.pieceBytes() / shape.elementBytes() * shape.elementBytes();
    long longest = 0;
    for (int rank = 0; rank < shape.size(); rank++) {
      longest = Math.max(longest, shape.giveBytes(rank));
    }
    for (long from = 0; from < longest; from += piece) {
      for (int step = 1; step < shape.size(); step++) {
        int peer = shape.on(step);
        long bytes = Math.min(piece, shape.giveBytes(peer) - from);
        if (bytes > 0) {
          schedule.put(peer, SOURCE, shape.giveOffset(peer) + from, bytes);
        }
      }
      long mine = Math.min(piece, shape.giveBytes(shape.place()) - from);
      if (mine > 0) {
        long own = shape.giveOffset(shape.place()) + from;
        Folds.inRankOrder(schedule.next(), shape, own, mine);
        schedule.copy(WORK, 0, DESTINATION, from, mine);
      }
      schedule.next();
    }
    return schedule.build();
  }

  /** Returns the time of each window: all shares out, all combined, all results out, all taken. */
  public static double allreduceNanos(Shape shape, LogGP machine) {
    long window = Math.min(shape.bytes(), shape.size() * shape.pieceBytes());
    long share = Math.ceilDiv(window, shape.size());
    int others = shape.size() - 1;
    double results =
        machine.copy(share)
            + Math.max(others * machine.put(share) + machine.latencyNanos(), machine.hop(share))
            + (others - 1) * machine.take(share);
    double nanos = shareNanos(shape, machine, share) + results;
    return nanos * shape.bytes() / window;
  }

  /** Returns the time without the exchange of results. */
  public static double reduceScatterNanos(Shape shape, LogGP machine) {
    long piece = Math.min(shape.bytes(), shape.pieceBytes());
    return (shareNanos(shape, machine, piece) + machine.copy(piece)) * shape.bytes() / piece;
  }

  /**
   * Returns the time to send one share or piece to every other rank, and to combine theirs in the
   * order of the ranks.
   */
  private static double shareNanos(Shape shape, LogGP machine, long bytes) {
    int others = shape.size() - 1;
    double arrives =
        others * machine.put(bytes) + bytes * machine.nanosPerByte() + machine.latencyNanos();
    return Folds.inRankOrderNanos(shape.size(), machine, bytes, arrives);
  }
}
