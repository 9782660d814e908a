package org.armci4j.collectives.direct;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.kernel.Copies;
import org.armci4j.kernel.NativeMemory;

/**
 * The direct forms that combine. All evaluate in the order of the ranks, element by element, so
 * that results are those of one thread to the bit, whatever the piece and the share.
 *
 * <p>At once: everyone who wants the result reads all and combines for itself, in one epoch for
 * each piece. By shares: each combines its share of every piece and publishes the result in a
 * second epoch, from which those that want it copy it.
 */
final class Reductions {
  /** Bytes combined across the ranks before the next: they stay in the first-level cache. */
  private static final long BLOCK_BYTES = 8192;

  private final EpochBoard board;
  private MemorySegment scratch = MemorySegment.NULL;

  Reductions(EpochBoard board) {
    this.board = board;
  }

  EpochBoard board() {
    return board;
  }

  /** Everyone combines for itself. */
  void allreduceAtOnce(Shape shape, Elements source, Elements destination, Combiner combiner) {
    reduceAtOnce(shape, source, destination, combiner, true);
  }

  /** The root combines: the others are as many pieces ahead of it as there are slots. */
  void reduceAtOnce(Shape shape, Elements source, Elements destination, Combiner combiner) {
    reduceAtOnce(shape, source, destination, combiner, shape.root() == board.place());
  }

  private void reduceAtOnce(
      Shape shape, Elements source, Elements destination, Combiner combiner, boolean wanted) {
    long bytes = shape.bytes();
    long piece = pieceBytes(shape);
    for (long from = 0; from < bytes; from += piece) {
      long length = Math.min(piece, bytes - from);
      long slot = publish(source, from, length);
      if (wanted) {
        board.awaitAll();
        int last = board.size() - 1;
        combineTo(destination, from, slot, last, length, shape.elementBytes(), combiner);
      }
      board.finish();
    }
  }

  /** Each combines its share; all take the result, or the root does. */
  void reduceByShares(
      Shape shape, Elements source, Elements destination, Combiner combiner, boolean all) {
    long bytes = shape.bytes();
    long piece = pieceBytes(shape);
    for (long from = 0; from < bytes; from += piece) {
      long length = Math.min(piece, bytes - from);
      Share share = new Share(length / shape.elementBytes(), board.size(), shape.elementBytes());
      long slot = publish(source, from, length);
      board.awaitAll();
      long result = board.claimNext();
      publishShare(share, slot, result, combiner);
      if (all || shape.root() == board.place()) {
        for (int step = 0; step < board.size(); step++) {
          int rank = (board.place() + step) % board.size();
          long at = share.offset(rank);
          board.await(rank);
          long partLength = share.offset(rank + 1) - at;
          Moves.copyOut(board.view(rank), result + at, destination, from + at, partLength);
        }
        board.heardAll();
      }
      board.finish();
    }
  }

  /**
   * Combines this rank's share of a piece, and publishes it in the next epoch.
   *
   * @param slot where the piece of every rank is
   * @param result where the combined piece is to be; this rank may write its slot there
   */
  void publishShare(Share share, long slot, long result, Combiner combiner) {
    long mine = share.offset(board.place());
    long end = share.offset(board.place() + 1);
    combine(
        slot + mine,
        board.size() - 1,
        end - mine,
        share.elementBytes(),
        combiner,
        board.own(),
        result + mine);
    board.finish();
    board.enter();
    board.publish();
  }

  /** Shares of a piece, one for each rank. */
  record Share(long count, int size, int elementBytes) {
    long offset(int rank) {
      return (count / size * rank + Math.min(rank, count % size)) * elementBytes;
    }
  }

  void reduceScatter(Shape shape, Elements source, Elements destination, Combiner combiner) {
    long bytes = shape.bytes();
    long room = Moves.partBytes(board, bytes);
    for (long from = 0; from < bytes; from += room) {
      long length = Math.min(room, bytes - from);
      long slot = board.enter();
      board.claim();
      Moves.copyParts(source, bytes, from, board, slot, length);
      board.publish();
      board.awaitAll();
      long mine = slot + board.place() * length;
      combineTo(destination, from, mine, board.size() - 1, length, shape.elementBytes(), combiner);
      board.finish();
    }
  }

  /**
   * Scan and exscan: each rank reads those before it, and waits for nobody else.
   *
   * @param last the last rank whose elements count here; −1 for none
   */
  void scan(Shape shape, Elements source, Elements destination, Combiner combiner, int last) {
    long bytes = shape.bytes();
    long piece = pieceBytes(shape);
    for (long from = 0; from < bytes; from += piece) {
      long length = Math.min(piece, bytes - from);
      long slot = publish(source, from, length);
      for (int rank = 0; rank <= last; rank++) {
        board.await(rank);
      }
      if (last >= 0) {
        combineTo(destination, from, slot, last, length, shape.elementBytes(), combiner);
      }
      board.finish();
    }
  }

  /** Returns the bytes of a vector in a slot: whole elements. */
  long pieceBytes(Shape shape) {
    return board.slotBytes() / shape.elementBytes() * shape.elementBytes();
  }

  private long publish(Elements source, long from, long length) {
    long slot = board.enter();
    board.claim();
    Moves.copyIn(source, from, board, slot, length);
    board.publish();
    return slot;
  }

  /**
   * Combines ranks 0 to {@code last}; by way of native memory where the destination is an array.
   */
  void combineTo(
      Elements destination,
      long to,
      long slot,
      int last,
      long bytes,
      int elementBytes,
      Combiner combiner) {
    if (NativeMemory.is(destination.segment())) {
      combine(
          slot,
          last,
          bytes,
          elementBytes,
          combiner,
          destination.segment(),
          destination.offset() + to);
      return;
    }
    if (scratch.byteSize() < bytes) {
      scratch = Arena.ofAuto().allocate(board.slotBytes(), 64);
    }
    combine(slot, last, bytes, elementBytes, combiner, scratch, 0);
    Moves.copyOut(scratch, 0, destination, to, bytes);
  }

  void combine(
      long slot,
      int last,
      long bytes,
      int elementBytes,
      Combiner combiner,
      MemorySegment into,
      long to) {
    if (last == 0) {
      Copies.copy(board.view(0), slot, into, to, bytes);
      return;
    }
    for (long at = 0; at < bytes; at += BLOCK_BYTES) {
      long count = Math.min(BLOCK_BYTES, bytes - at) / elementBytes;
      combiner.combine(board.view(0), slot + at, board.view(1), slot + at, into, to + at, count);
      for (int rank = 2; rank <= last; rank++) {
        combiner.combine(into, to + at, board.view(rank), slot + at, into, to + at, count);
      }
    }
  }
}
