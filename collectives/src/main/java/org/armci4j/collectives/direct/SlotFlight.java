package org.armci4j.collectives.direct;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;

/**
 * What {@link Moves} and {@link Reductions} do, in steps, which are left where they would wait.
 * Each piece is an epoch: a rank that gives something claims its slot, fills and publishes it; a
 * rank that wants something hears those from whom it wants it, and takes it. Pieces of long
 * reductions have a second epoch, in which each publishes the result of its share.
 */
final class SlotFlight {
  private Reductions reductions;
  private EpochBoard board;
  private Shape shape;
  private Elements source;
  private Elements destination;
  private Combiner combiner;
  private boolean byShares;
  private long pieceBytes;

  /** The piece under way. */
  private long from;

  private long length;
  private long slot;
  private Reductions.Share share;
  private SlotStage stage;

  /** Number of ranks heard in this stage. */
  private int heard;

  private long moves;

  private enum SlotStage {
    CLAIM,
    HEAR,
    /** All have been heard: waits for the slot of the share's result. */
    SHARE,
    COLLECT
  }

  /**
   * Begins a call.
   *
   * @param atOnce whether each rank that wants a reduction's result combines all for itself
   */
  void start(
      Reductions through,
      Shape of,
      Elements source,
      Elements to,
      Combiner combining,
      boolean atOnce) {
    reductions = through;
    board = through.board();
    shape = of;
    this.source = source;
    destination = to;
    combiner = combining;
    boolean whole = of.operation() == Operation.ALLREDUCE || of.operation() == Operation.REDUCE;
    byShares = whole && !atOnce;
    pieceBytes = pieceBytes();
    from = 0;
    begin();
  }

  private long pieceBytes() {
    return switch (shape.operation()) {
      case SCATTER, ALLTOALL, REDUCE_SCATTER -> Moves.partBytes(board, shape.bytes());
      default -> reductions.pieceBytes(shape);
    };
  }

  private void begin() {
    length = Math.min(pieceBytes, shape.bytes() - from);
    slot = board.enter();
    enter(SlotStage.CLAIM);
  }

  private void enter(SlotStage next) {
    stage = next;
    heard = 0;
    moves++;
  }

  long moves() {
    return moves;
  }

  /** Does what can be done now; whether the call is complete. */
  boolean progress() {
    while (canGoOn()) {
      if (advance()) {
        return true;
      }
    }
    return false;
  }

  private boolean canGoOn() {
    return switch (stage) {
      case CLAIM -> !gives() || board.canClaim();
      case HEAR -> hasHeard();
      case SHARE -> board.canClaimNext();
      case COLLECT -> hasCollected();
    };
  }

  /** Leaves a stage; whether the call is complete. */
  private boolean advance() {
    return switch (stage) {
      case CLAIM -> {
        if (gives()) {
          fill();
          board.publish();
        }
        enter(SlotStage.HEAR);
        yield false;
      }
      case HEAR -> leaveHearing();
      case SHARE -> {
        combineShare();
        enter(SlotStage.COLLECT);
        yield false;
      }
      case COLLECT -> {
        if (wantsResult()) {
          board.heardAll();
        }
        yield endPiece();
      }
    };
  }

  private boolean leaveHearing() {
    if (wanted() == board.size() - 1) {
      board.heardAll();
    }
    if (byShares) {
      enter(SlotStage.SHARE);
      return false;
    }
    if (combiner != null) {
      combine();
    }
    return endPiece();
  }

  private boolean endPiece() {
    board.finish();
    moves++;
    from += length;
    if (from < shape.bytes()) {
      begin();
      return false;
    }
    Moves.keepOwn(shape, source, destination);
    return true;
  }

  private boolean isRoot() {
    return shape.root() == board.place();
  }

  /** Returns whether this rank publishes something. */
  private boolean gives() {
    return switch (shape.operation()) {
      case BROADCAST, SCATTER -> isRoot();
      case GATHER -> !isRoot();
      default -> true;
    };
  }

  /** Returns the number of ranks that this one hears: those that {@link #rankAt} names. */
  private int wanted() {
    return switch (shape.operation()) {
      case BROADCAST, SCATTER -> isRoot() ? 0 : 1;
      case GATHER -> isRoot() ? board.size() - 1 : 0;
      case REDUCE -> isRoot() || byShares ? board.size() - 1 : 0;
      case SCAN, EXSCAN -> board.place();
      default -> board.size() - 1;
    };
  }

  private int rankAt(int index) {
    return switch (shape.operation()) {
      case BROADCAST, SCATTER -> shape.root();
      case SCAN, EXSCAN -> index;
      default -> next(index);
    };
  }

  /** Returns a rank by its turn; the next rank comes first, so that not all meet at one. */
  private int next(int index) {
    int rank = board.place() + 1 + index;
    return rank < board.size() ? rank : rank - board.size();
  }

  private boolean hasHeard() {
    int all = wanted();
    while (heard < all) {
      int rank = rankAt(heard);
      if (!board.isPublished(rank)) {
        return false;
      }
      if (combiner == null) {
        take(rank);
      }
      heard++;
      moves++;
    }
    return true;
  }

  private void fill() {
    switch (shape.operation()) {
      case BARRIER -> {}
      case BROADCAST -> Moves.copyIn(destination, from, board, slot, length);
      case SCATTER, ALLTOALL ->
          Moves.copyOthersParts(source, shape.bytes(), from, board, slot, length);
      case REDUCE_SCATTER -> Moves.copyParts(source, shape.bytes(), from, board, slot, length);
      default -> Moves.copyIn(source, from, board, slot, length);
    }
  }

  private void take(int rank) {
    switch (shape.operation()) {
      case BARRIER -> {}
      case BROADCAST -> Moves.copyOut(board.view(rank), slot, destination, from, length);
      case SCATTER -> {
        long at = slot + board.place() * length;
        Moves.copyOut(board.view(rank), at, destination, from, length);
      }
      case ALLTOALL -> {
        long at = slot + board.place() * length;
        long to = rank * shape.bytes() + from;
        Moves.copyOut(board.view(rank), at, destination, to, length);
      }
      default -> {
        long to = rank * shape.bytes() + from;
        Moves.copyOut(board.view(rank), slot, destination, to, length);
      }
    }
  }

  private void combine() {
    int last =
        switch (shape.operation()) {
          case SCAN -> board.place();
          case EXSCAN -> board.place() - 1;
          case REDUCE -> isRoot() ? board.size() - 1 : -1;
          default -> board.size() - 1;
        };
    if (last >= 0) {
      boolean parts = shape.operation() == Operation.REDUCE_SCATTER;
      long at = parts ? slot + board.place() * length : slot;
      int elementBytes = shape.elementBytes();
      reductions.combineTo(destination, from, at, last, length, elementBytes, combiner);
    }
  }

  private void combineShare() {
    share = new Reductions.Share(length / shape.elementBytes(), board.size(), shape.elementBytes());
    long result = board.nextData();
    reductions.publishShare(share, slot, result, combiner);
    slot = result;
  }

  private boolean wantsResult() {
    return shape.operation() == Operation.ALLREDUCE || isRoot();
  }

  private boolean hasCollected() {
    if (!wantsResult()) {
      return true;
    }
    while (heard < board.size()) {
      int rank = heard < board.size() - 1 ? next(heard) : board.place();
      if (!board.isPublished(rank)) {
        return false;
      }
      long at = share.offset(rank);
      long bytes = share.offset(rank + 1) - at;
      Moves.copyOut(board.view(rank), slot + at, destination, from + at, bytes);
      heard++;
      moves++;
    }
    return true;
  }
}
