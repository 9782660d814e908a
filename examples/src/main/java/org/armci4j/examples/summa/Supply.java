package org.armci4j.examples.summa;

import java.lang.foreign.MemorySegment;

/** How panels come to a rank: at most two are under way or in use at once, in turn. */
interface Supply extends AutoCloseable {
  /** A part of a matrix in memory. */
  record PanelPlace(MemorySegment segment, long offset) {}

  /** Starts to bring the next panel, the {@code number}th since the supply was made. */
  void start(long number, Panel panel);

  /** Returns when a panel that was started is here. */
  void await(long number, Panel panel);

  /** Where the rank's rows of the panel's columns of A are, until two panels later. */
  PanelPlace a(long number, Panel panel);

  /** Where the rank's columns of the panel's rows of B are, until two panels later. */
  PanelPlace b(long number, Panel panel);

  /** Does what this rank still owes others. */
  void finish();

  /** Collective. */
  @Override
  void close();
}
