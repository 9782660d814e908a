package org.armci4j.examples.summa;

import java.lang.foreign.MemorySegment;

/** Brings panels to a rank; at most two are under way or in use at once, in turn. */
interface Supply extends AutoCloseable {
  /** Names the place of a packed part of a matrix, row by row. */
  record PanelPlace(MemorySegment segment, long offset) {}

  /** Starts to bring the next panel, number {@code number} of this supply. */
  void start(long number, Panel panel);

  /** Waits until a started panel has arrived. */
  void await(long number, Panel panel);

  /**
   * Returns the place of the rank's rows of a panel's columns of A, valid until two panels later.
   */
  PanelPlace a(long number);

  /**
   * Returns the place of the rank's columns of a panel's rows of B, valid until two panels later.
   */
  PanelPlace b(long number);

  /** Sends everything that this rank still owes others. */
  void finish();

  /** Frees the buffers. Collective. */
  @Override
  void close();
}
