package org.armci4j.examples.bfs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.examples.words.IntList;
import org.armci4j.examples.words.RoundRobin;
import org.armci4j.stream.ItemStream;

/** Sends each edge to the owners of both ends, but for edges from a vertex to itself. */
final class RowBuilder {
  private static final int ITEM_BYTES = 2 * Long.BYTES; // a row of the target, and a neighbour

  private final RoundRobin vertices;
  private final ItemStream stream;
  private final IntList rows = new IntList();
  private final IntList ends = new IntList();

  private RowBuilder(Armci armci, RoundRobin vertices) {
    this.vertices = vertices;
    this.stream = ItemStream.open(armci, ITEM_BYTES, (_, items) -> keep(items));
  }

  /** Returns the neighbours of this rank's vertices; all ranks together. */
  static NeighbourRows build(Armci armci, KroneckerEdges edges, RoundRobin vertices) {
    RowBuilder builder = new RowBuilder(armci, vertices);
    edges.draw(armci.rank(), armci.size(), builder::send);
    builder.stream.finish();
    builder.stream.close();
    return new NeighbourRows(vertices.own(), builder.rows, builder.ends);
  }

  private void send(int u, int v) {
    if (u != v) {
      stream.pushLongs(vertices.owner(u), vertices.place(u), v);
      stream.pushLongs(vertices.owner(v), vertices.place(v), u);
    }
  }

  private void keep(MemorySegment items) {
    for (long at = 0; at < items.byteSize(); at += ITEM_BYTES) {
      rows.add((int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
      ends.add((int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES));
    }
  }
}
