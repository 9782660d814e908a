package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.DESTINATION;
import static org.armci4j.collectives.schedule.Region.SOURCE;
import static org.armci4j.collectives.schedule.Region.WORK;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Everyone gives each rank that rank's share, which each combines in the order of the ranks. For
 * allreduce the results then go from each to everyone. Long vectors go in windows whose shares are
 * one piece each, so that no rank waits for room.
 */
public final class PairwiseReduction {
  private PairwiseReduction() {}

  public static Schedule allreduce(Shape shape) {
    Schedule.Builder schedule = Schedule.builder().work(2 * Channels.PIECE_BYTES);
    long window = shape.size() * (Channels.PIECE_BYTES / shape.elementBytes());
    for (long first = 0; first < shape.count(); first += window) {
      long count = Math.min(window, shape.count() - first);
      Shape part = part(shape, count);
      long base = first * shape.elementBytes();
      for (int step = 1; step < shape.size(); step++) {
        int peer = shape.on(step);
        schedule.put(peer, SOURCE, base + part.shareOffset(peer), part.shareBytes(peer));
      }
      long mine = base + part.shareOffset(shape.place());
      long bytes = part.shareBytes(shape.place());
      schedule.copy(SOURCE, mine, WORK, Channels.PIECE_BYTES, bytes).next();
      Folds.inRankOrder(schedule, shape, 0, Channels.PIECE_BYTES, bytes);
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
    Schedule.Builder schedule = Schedule.builder().work(2 * Channels.PIECE_BYTES);
    long piece = Channels.PIECE_BYTES / shape.elementBytes() * shape.elementBytes();
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
        schedule.copy(SOURCE, own, WORK, Channels.PIECE_BYTES, mine).next();
        Folds.inRankOrder(schedule, shape, 0, Channels.PIECE_BYTES, mine);
        schedule.copy(WORK, 0, DESTINATION, from, mine);
      }
      schedule.next();
    }
    return schedule.build();
  }

  private static Shape part(Shape shape, long count) {
    return new Shape(
        shape.operation(), shape.place(), shape.size(), 0, count, shape.elementBytes());
  }
}
