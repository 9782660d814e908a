package org.armci4j.examples.bfs;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.stream.ItemStream;

/** Pushes each edge of a level to the owner of its end, who keeps the first parent that comes. */
final class StreamSearch implements TreeSearch {
  private final Collectives collectives;
  private final SparseMatrix rows;
  private final CyclicDeal vertices;
  private final ItemStream stream;
  private final long[] words;
  private IntList frontier = new IntList();
  private IntList next = new IntList();
  private int level;

  StreamSearch(Armci armci, Collectives collectives, SparseMatrix rows, CyclicDeal vertices) {
    this.collectives = collectives;
    this.rows = rows;
    this.vertices = vertices;
    this.words = new long[vertices.count()];
    this.stream = PlaceHandler.open(armci, this::visit);
  }

  @Override
  public void run(int root) {
    Arrays.fill(words, TreeWord.UNREACHED);
    frontier.clear();
    if (vertices.owner(root) == vertices.rank()) {
      words[vertices.place(root)] = TreeWord.of(0, root);
      frontier.add(vertices.place(root));
    }
    level = 0;
    while (collectives.allreduce(frontier.size(), Reduction.MAX) > 0) {
      level++;
      pushFrontier();
      IntList last = frontier;
      frontier = next;
      next = last;
      next.clear();
    }
  }

  private void pushFrontier() {
    for (int i = 0; i < frontier.size(); i++) {
      int row = frontier.get(i);
      int parent = vertices.index(row);
      for (int e = rows.start(row); e < rows.end(row); e++) {
        int end = rows.column(e);
        stream.pushLongs(vertices.owner(end), vertices.place(end), parent);
      }
    }
    stream.finish();
  }

  private void visit(int place, long parent) {
    if (words[place] == TreeWord.UNREACHED) {
      words[place] = TreeWord.of(level, (int) parent);
      next.add(place);
    }
  }

  @Override
  public long[] ownWords() {
    return words;
  }

  void close() {
    stream.close();
  }
}
