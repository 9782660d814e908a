package org.armci4j.examples.summa;

import java.lang.foreign.MemorySegment;

/** Brings panels to a rank; at most two are under way or in use at once, in turn. */
interface Supply extends AutoCloseable {
  /** Names a part of a matrix in memory. */
  record PanelPlace(MemorySegment segment, long offset) {}

  /** Starts to bring the next panel, number {@code number} of this supply. */
  void start(long number, Panel panel);

  /** Waits until a started panel has arrived. */
  void await(long number, Panel panel);

  /**
   * Returns the place of the rank's rows of the panel's columns of A, valid until two panels later.
   */
  PanelPlace a(long number, Panel panel);

  /**
   * Returns the place of the rank's columns of the panel's rows of B, valid until two panels later.
   */
  PanelPlace b(long number, Panel panel);

  /** Sends everything that this rank still owes others. */
  void finish();

  /** Frees the buffers. Collective. */
  @Override
  void close();
}
