package org.armci4j.collectives.direct;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.kernel.Copies;

/**
 * The direct forms that only move data. What is longer than a slot goes in pieces, each an epoch,
 * so that one rank copies in while others copy out.
 */
final class Moves {
  private Moves() {}

  static void barrier(EpochBoard board) {
    board.enter();
    board.claim();
    board.publish();
    board.awaitAll();
    board.finish();
  }

  static void broadcast(EpochBoard board, Shape shape, Elements data) {
    long bytes = shape.bytes();
    for (long from = 0; from < bytes; from += board.slotBytes()) {
      long length = Math.min(board.slotBytes(), bytes - from);
      long slot = board.enter();
      if (shape.root() == board.place()) {
        board.claim();
        copyIn(data, from, board, slot, length);
        board.publish();
      } else {
        board.await(shape.root());
        copyOut(board.view(shape.root()), slot, data, from, length);
      }
      board.finish();
    }
  }

  static void gather(EpochBoard board, Shape shape, Elements source, Elements destination) {
    boolean root = shape.root() == board.place();
    long bytes = shape.bytes();
    for (long from = 0; from < bytes; from += board.slotBytes()) {
      long length = Math.min(board.slotBytes(), bytes - from);
      long slot = board.enter();
      if (!root) {
        board.claim();
        copyIn(source, from, board, slot, length);
        board.publish();
      } else {
        takeFromAll(board, slot, bytes, destination, from, length);
        board.heardAll();
      }
      board.finish();
    }
    if (root) {
      keep(source, 0, destination, shape.place() * bytes, bytes);
    }
  }

  static void allgather(EpochBoard board, Shape shape, Elements source, Elements destination) {
    long bytes = shape.bytes();
    for (long from = 0; from < bytes; from += board.slotBytes()) {
      long length = Math.min(board.slotBytes(), bytes - from);
      long slot = board.enter();
      board.claim();
      copyIn(source, from, board, slot, length);
      board.publish();
      takeFromAll(board, slot, bytes, destination, from, length);
      board.heardAll();
      board.finish();
    }
    keep(source, 0, destination, shape.place() * bytes, bytes);
  }

  /** Copies a piece of every other rank's part to where it belongs, the next rank's first. */
  private static void takeFromAll(
      EpochBoard board, long slot, long partBytes, Elements destination, long from, long length) {
    for (int step = 1; step < board.size(); step++) {
      int rank = (board.place() + step) % board.size();
      board.await(rank);
      copyOut(board.view(rank), slot, destination, rank * partBytes + from, length);
    }
  }

  static void scatter(EpochBoard board, Shape shape, Elements source, Elements destination) {
    boolean root = shape.root() == board.place();
    long bytes = shape.bytes();
    long room = partBytes(board, bytes);
    for (long from = 0; from < bytes; from += room) {
      long length = Math.min(room, bytes - from);
      long slot = board.enter();
      if (root) {
        board.claim();
        copyOthersParts(source, bytes, from, board, slot, length);
        board.publish();
      } else {
        board.await(shape.root());
        long at = slot + board.place() * length;
        copyOut(board.view(shape.root()), at, destination, from, length);
      }
      board.finish();
    }
    if (root) {
      keep(source, shape.place() * bytes, destination, 0, bytes);
    }
  }

  static void alltoall(EpochBoard board, Shape shape, Elements source, Elements destination) {
    long bytes = shape.bytes();
    long room = partBytes(board, bytes);
    for (long from = 0; from < bytes; from += room) {
      long length = Math.min(room, bytes - from);
      long slot = board.enter();
      board.claim();
      copyOthersParts(source, bytes, from, board, slot, length);
      board.publish();
      takeFromAll(board, slot + board.place() * length, bytes, destination, from, length);
      board.heardAll();
      board.finish();
    }
    keep(source, shape.place() * bytes, destination, shape.place() * bytes, bytes);
  }

  /**
   * Returns the bytes of each rank's part in a slot: all, or a multiple of every element's size.
   */
  static long partBytes(EpochBoard board, long bytes) {
    if (bytes <= board.slotBytes() / board.size()) {
      return bytes;
    }
    return Math.max(16, board.slotBytes() / board.size() / 16 * 16);
  }

  /** Writes a piece of the parts for all ranks into this rank's slot. */
  static void copyParts(
      Elements source, long partBytes, long from, EpochBoard board, long slot, long length) {
    for (int rank = 0; rank < board.size(); rank++) {
      copyIn(source, rank * partBytes + from, board, slot + rank * length, length);
    }
  }

  /** The same without this rank's own part, which nobody else reads. */
  static void copyOthersParts(
      Elements source, long partBytes, long from, EpochBoard board, long slot, long length) {
    for (int rank = 0; rank < board.size(); rank++) {
      if (rank != board.place()) {
        copyIn(source, rank * partBytes + from, board, slot + rank * length, length);
      }
    }
  }

  static void copyIn(Elements source, long from, EpochBoard board, long slot, long length) {
    Copies.copy(source.segment(), source.offset() + from, board.own(), slot, length);
  }

  static void copyOut(MemorySegment view, long slot, Elements to, long offset, long length) {
    Copies.copy(view, slot, to.segment(), to.offset() + offset, length);
  }

  /** Copies this rank's own part, where it has one: nobody else reads it. */
  static void keepOwn(Shape shape, Elements source, Elements destination) {
    boolean isRoot = shape.root() == shape.place();
    long bytes = shape.bytes();
    long part = shape.place() * bytes;
    switch (shape.operation()) {
      case GATHER -> {
        if (isRoot) {
          keep(source, 0, destination, part, bytes);
        }
      }
      case SCATTER -> {
        if (isRoot) {
          keep(source, part, destination, 0, bytes);
        }
      }
      case ALLGATHER -> keep(source, 0, destination, part, bytes);
      case ALLTOALL -> keep(source, part, destination, part, bytes);
      default -> {}
    }
  }

  /** Copies this rank's own part, which may already be where it belongs. */
  private static void keep(Elements source, long from, Elements destination, long to, long bytes) {
    Copies.copy(
        source.segment(),
        source.offset() + from,
        destination.segment(),
        destination.offset() + to,
        bytes);
  }
}
