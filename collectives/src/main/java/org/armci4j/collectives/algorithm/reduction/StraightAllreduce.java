package org.armci4j.collectives.algorithm.reduction;

import static org.armci4j.collectives.schedule.Region.BUFFER;
import static org.armci4j.collectives.schedule.Region.SOURCE;

import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Reduces as {@link PairwiseReduction} does, with nothing copied on the way. Every rank writes each
 * rank's share to that rank's collective buffer. Each combines its own share in the order of the
 * ranks, and writes the result straight to every destination. Long vectors go in windows: while one
 * window is combined, the shares of the next and the results of the previous one are on their way.
 *
 * <p>Three windows share the buffer. A rank that writes shares of window w has the results of
 * window w − 3 from every rank, so no rank reads those shares any more. In a call in place, a
 * peer's results overwrite only elements that have been sent to that peer.
 */
public final class StraightAllreduce {
  private static final int WINDOWS = 3;

  /** Most ranks for which a collective buffer has room for shares that are worth a message each. */
  public static final int MAX_RANKS = 16;

  /** Most bytes of one write: a few microseconds on a fast network. */
  private static final long MAX_SHARE_BYTES = 64 * 1024;

  private final Shape shape;
  private final Schedule.Builder schedule = Schedule.builder();

  /** Room for one share in a buffer, in bytes. */
  private final long roomBytes;

  /** Elements of each window except the last. */
  private final long windowCount;

  private StraightAllreduce(Shape shape) {
    this.shape = shape;
    int others = Math.max(1, shape.size() - 1);
    long fits = Math.min(MAX_SHARE_BYTES, Channels.BUFFER_BYTES / WINDOWS / others);
    long shareCount = fits / shape.elementBytes();
    this.roomBytes = shareCount * shape.elementBytes();
    this.windowCount = shareCount * shape.size();
  }

  public static Schedule schedule(Shape shape) {
    return new StraightAllreduce(shape).build();
  }

  private Schedule build() {
    long windows = Math.ceilDiv(shape.count(), windowCount);
    int[] peers = new int[shape.size() - 1];
    for (int step = 1; step < shape.size(); step++) {
      peers[step - 1] = shape.on(step);
    }
    meet(peers);
    giveShares(1, peers);
    combine(0);
    takeShares(1, peers);
    schedule.next();
    for (long window = 0; window < windows; window++) {
      giveResults(window, peers);
      giveShares(window + 2, peers);
      combine(window + 1);
      takeResults(window, peers);
      takeShares(window + 2, peers);
      schedule.next();
    }
    return schedule.build();
  }

  /**
   * Deposits the shares of the first window and exchanges addresses. The addresses announce the
   * shares, which saves a message each.
   */
  private void meet(int[] peers) {
    int place = shape.place();
    for (int peer : peers) {
      schedule.deposit(peer, SOURCE, offset(0, peer), place(0, place, peer), bytes(0, peer));
    }
    for (int peer : peers) {
      schedule.tell(place, peer).learn(peer);
    }
    for (int peer : peers) {
      schedule.deposited(peer, place(0, peer, place), bytes(0, place));
    }
    schedule.next();
  }

  private void giveShares(long window, int[] peers) {
    for (int peer : peers) {
      long at = place(window, shape.place(), peer);
      schedule.write(peer, SOURCE, offset(window, peer), BUFFER, at, bytes(window, peer));
    }
  }

  private void takeShares(long window, int[] peers) {
    for (int peer : peers) {
      long at = place(window, peer, shape.place());
      schedule.written(peer, BUFFER, at, bytes(window, shape.place()));
    }
  }

  private void giveResults(long window, int[] peers) {
    for (int peer : peers) {
      long bytes = bytes(window, shape.place());
      WriteMode.STRAIGHT.give(schedule, peer, offset(window, shape.place()), bytes);
    }
  }

  private void takeResults(long window, int[] peers) {
    for (int peer : peers) {
      WriteMode.STRAIGHT.take(schedule, peer, offset(window, peer), bytes(window, peer));
    }
  }

  private void combine(long window) {
    int place = shape.place();
    Folds.written(
        schedule,
        shape,
        offset(window, place),
        bytes(window, place),
        rank -> place(window, rank, place));
  }

  /** Returns the offset of another rank's share of a window in a rank's buffer. */
  private long place(long window, int from, int at) {
    return ((window % WINDOWS) * (shape.size() - 1) + Shape.indexAmongOthers(from, at)) * roomBytes;
  }

  /** Returns the offset of a rank's share of a window. */
  private long offset(long window, int rank) {
    return window * windowCount * shape.elementBytes() + part(window).shareOffset(rank);
  }

  /** Returns the length of that share, in bytes; 0 past the last window. */
  private long bytes(long window, int rank) {
    return part(window).shareBytes(rank);
  }

  private Shape part(long window) {
    long count = Math.clamp(shape.count() - window * windowCount, 0, windowCount);
    return shape.ofCount(count);
  }

  /**
   * Returns the time: addresses and the first shares; then for each window results out and shares
   * out, while the next is combined.
   */
  public static double nanos(Shape shape, LogGP machine) {
    StraightAllreduce all = new StraightAllreduce(shape);
    long windows = Math.ceilDiv(shape.count(), all.windowCount);
    long share = Math.min(all.roomBytes, Math.ceilDiv(shape.bytes(), shape.size()));
    int others = shape.size() - 1;
    double sent = others * machine.writing(share);
    double combined = others * machine.combine(share) + machine.copy(share);
    double window =
        Math.max(
            2 * sent + combined + 2 * others * machine.overheadNanos(),
            2L * others * share * machine.nanosPerByte());
    double first = sent + WriteMode.STRAIGHT.meetNanos(machine, others) + combined;
    double last =
        Math.max(machine.write(share), sent + machine.overheadNanos())
            + (others - 1) * machine.overheadNanos();
    return first + (windows - 1) * window + last;
  }
}
