package org.armci4j.examples.toposort;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;

/** The rows that have come to one entry, in a queue of their owner, which every rank can fill. */
final class RowQueues implements AutoCloseable {
  private final CyclicDeal deal;

  /** At element place * ranks + rank: the row at that place of a rank's queue. */
  private final DealtLongs rows;

  /** The number of rows that have ever been in the queue of each rank. */
  private final DealtLongs ends;

  RowQueues(Armci armci, CyclicDeal deal) {
    this.deal = deal;
    this.rows = new DealtLongs(armci, deal.length());
    this.ends = new DealtLongs(armci, deal.ranks());
  }

  /** Empties the queues; all ranks together. */
  void clear() {
    ends.fill(0);
  }

  /** Appends a row to its owner's queue. */
  void add(int row) {
    int owner = deal.owner(row);
    int place = (int) ends.fetchAndAdd(owner, 1);
    rows.put(deal.index(owner, place), row);
  }

  /** Returns the number of rows that have ever been in this rank's queue. */
  int end() {
    return (int) ends.own().get(0);
  }

  /** Returns a row of this rank's queue. */
  int row(int place) {
    return (int) rows.own().get(place);
  }

  @Override
  public void close() {
    ends.close();
    rows.close();
  }
}
