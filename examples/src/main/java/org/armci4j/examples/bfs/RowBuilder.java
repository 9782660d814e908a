package org.armci4j.examples.bfs;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.examples.sparse.EntryList;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.stream.ItemStream;

/** Sends each edge to the owners of both ends, but for edges from a vertex to itself. */
final class RowBuilder {
  private RowBuilder() {}

  /**
   * Returns the neighbours of this rank's vertices; all ranks together. A neighbour stands there
   * once for each edge.
   */
  static SparseMatrix build(Armci armci, KroneckerEdges edges, CyclicDeal vertices) {
    EntryList found = new EntryList();
    try (ItemStream stream = PlaceHandler.open(armci, found)) {
      edges.draw(
          armci.rank(),
          armci.size(),
          (u, v) -> {
            if (u != v) {
              stream.pushLongs(vertices.owner(u), vertices.place(u), v);
              stream.pushLongs(vertices.owner(v), vertices.place(v), u);
            }
          });
      stream.finish();
    }
    return found.toMatrix(vertices, vertices.length());
  }
}
