package org.armci4j.collectives.direct;

import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.algorithm.Shape;

/** The boards through whose slots messages go, by their length. */
final class SlotBoards implements AutoCloseable {
  /**
   * Number and data on one cache line: many slots, as short calls follow each other most closely.
   */
  private static final int TINY_SLOTS = 64;

  private static final long TINY_BYTES = 120;
  private static final int SMALL_SLOTS = 8;
  private static final long SMALL_BYTES = 2040;
  private static final int LARGE_SLOTS = 4;
  private static final long LARGE_BYTES = 128 * 1024;

  private final Armci armci;
  private final Group group;
  private final Reductions tiny;
  private Reductions small;
  private Reductions large;

  private SlotBoards(Armci armci, Group group, EpochBoard tiny) {
    this.armci = armci;
    this.group = group;
    this.tiny = new Reductions(tiny);
  }

  /**
   * Returns the boards of a group, or null where its ranks do not reach each other's memory.
   * Collective.
   */
  static SlotBoards where(Armci armci, Group group) {
    EpochBoard tiny = new EpochBoard(armci, group, TINY_SLOTS, TINY_BYTES, false);
    if (!tiny.isInReach()) {
      tiny.close();
      return null;
    }
    return new SlotBoards(armci, group, tiny);
  }

  /** Returns the board of the shortest messages, and of words without data. */
  EpochBoard tiny() {
    return tiny.board();
  }

  /** Makes what longer messages need, if it is not there. Collective. */
  SlotBoards withAll() {
    small();
    large();
    return this;
  }

  private Reductions small() {
    if (small == null) {
      small = new Reductions(new EpochBoard(armci, group, SMALL_SLOTS, SMALL_BYTES, false));
    }
    return small;
  }

  private Reductions large() {
    if (large == null) {
      large = new Reductions(new EpochBoard(armci, group, LARGE_SLOTS, LARGE_BYTES, true));
    }
    return large;
  }

  /**
   * Returns the reductions on the board that serves a call. Collective the first time that it goes
   * to a board which is not there yet: all ranks make the same calls, and nothing but these boards'
   * object allocates in their group.
   */
  Reductions of(Shape shape) {
    long bytes = shape.sourceBytes();
    if (bytes <= TINY_BYTES) {
      return tiny;
    }
    return bytes <= SMALL_BYTES ? small() : large();
  }

  @Override
  public void close() {
    tiny.board().close();
    if (small != null) {
      small.board().close();
    }
    if (large != null) {
      large.board().close();
    }
  }
}
