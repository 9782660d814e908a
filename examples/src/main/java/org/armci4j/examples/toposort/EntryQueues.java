package org.armci4j.examples.toposort;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;

/**
 * The entries that are the last ones of their rows. Each is in a queue of the owner of its column,
 * which every rank can fill.
 */
final class EntryQueues implements AutoCloseable {
  private final CyclicDeal deal;

  /** At element place * ranks + rank: the entry at that place of a rank's queue. */
  private final DealtLongs entries;

  /** The number of entries that have ever been in the queue of each rank. */
  private final DealtLongs ends;

  EntryQueues(Armci armci, CyclicDeal deal) {
    this.deal = deal;
    this.entries = new DealtLongs(armci, deal.length());
    this.ends = new DealtLongs(armci, deal.ranks());
  }

  /** Empties the queues; all ranks together. */
  void clear() {
    ends.fill(0);
  }

  /** Appends entries, each to its queue: takes the places of a queue by one atomic addition. */
  void addAll(IntList rows, IntList columns) {
    int[] places = new int[deal.ranks()];
    for (int i = 0; i < columns.size(); i++) {
      places[deal.owner(columns.get(i))]++;
    }
    for (int owner = 0; owner < places.length; owner++) {
      if (places[owner] > 0) {
        places[owner] = (int) ends.fetchAndAdd(owner, places[owner]);
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      int column = columns.get(i);
      int owner = deal.owner(column);
      long entry = (long) rows.get(i) << Integer.SIZE | column;
      entries.put(deal.index(owner, places[owner]++), entry);
    }
  }

  /** Returns the number of entries that have ever been in this rank's queue. */
  int end() {
    return (int) ends.own().get(0);
  }

  /** Returns the row of an entry of this rank's queue. */
  int row(int place) {
    return (int) (entries.own().get(place) >>> Integer.SIZE);
  }

  /** Returns the column of an entry of this rank's queue. */
  int column(int place) {
    return (int) entries.own().get(place);
  }

  @Override
  public void close() {
    ends.close();
    entries.close();
  }
}
