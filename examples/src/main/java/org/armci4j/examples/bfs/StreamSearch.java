package org.armci4j.examples.bfs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.words.IntList;
import org.armci4j.examples.words.RoundRobin;
import org.armci4j.stream.ItemStream;

/** Pushes each edge of a level to the owner of its end, who keeps the first parent that comes. */
final class StreamSearch implements TreeSearch {
  private static final int ITEM_BYTES = 2 * Long.BYTES; // a place of the target, and a parent

  private final Collectives collectives;
  private final NeighbourRows rows;
  private final RoundRobin vertices;
  private final ItemStream stream;
  private final long[] words;
  private IntList frontier = new IntList();
  private IntList next = new IntList();
  private int level;

  StreamSearch(Armci armci, Collectives collectives, NeighbourRows rows, RoundRobin vertices) {
    this.collectives = collectives;
    this.rows = rows;
    this.vertices = vertices;
    this.words = new long[vertices.own()];
    this.stream = ItemStream.open(armci, ITEM_BYTES, (_, edges) -> visit(edges));
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
      int parent = vertices.number(row);
      for (int e = rows.begin(row); e < rows.end(row); e++) {
        int end = rows.neighbour(e);
        stream.pushLongs(vertices.owner(end), vertices.place(end), parent);
      }
    }
    stream.finish();
  }

  private void visit(MemorySegment edges) {
    for (long at = 0; at < edges.byteSize(); at += ITEM_BYTES) {
      int place = (int) edges.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      if (words[place] == TreeWord.UNREACHED) {
        int parent = (int) edges.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES);
        words[place] = TreeWord.of(level, parent);
        next.add(place);
      }
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
