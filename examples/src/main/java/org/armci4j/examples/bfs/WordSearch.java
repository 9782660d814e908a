package org.armci4j.examples.bfs;

import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Sets the word of each neighbour by compare-and-swap, many at once in virtual threads. The owner
 * finds its vertices of the next level when all ranks have done so.
 */
final class WordSearch implements TreeSearch {
  private final Armci armci;
  private final Collectives collectives;
  private final SparseMatrix rows;
  private final VirtualParts parts;
  private final DealtLongs tree;
  private final IntList frontier = new IntList();
  private int level;

  WordSearch(
      Armci armci, Collectives collectives, SparseMatrix rows, int vertices, VirtualParts parts) {
    this.armci = armci;
    this.collectives = collectives;
    this.rows = rows;
    this.parts = parts;
    this.tree = new DealtLongs(armci, vertices);
  }

  @Override
  public void run(int root) {
    tree.fill(TreeWord.UNREACHED);
    frontier.clear();
    if (tree.deal().owner(root) == armci.rank()) {
      tree.put(root, TreeWord.of(0, root));
      frontier.add(tree.deal().place(root));
    }
    level = 0;
    while (collectives.allreduce(frontier.size(), Reduction.MAX) > 0) {
      level++;
      parts.run(this::visitSome);
      armci.barrier(); // the words hold what all ranks have found
      findFrontier();
    }
  }

  private void visitSome(int first, int step) {
    for (int i = first; i < frontier.size(); i += step) {
      int row = frontier.get(i);
      long found = TreeWord.of(level, tree.deal().index(row));
      for (int e = rows.start(row); e < rows.end(row); e++) {
        tree.compareAndSwap(rows.column(e), TreeWord.UNREACHED, found);
      }
    }
  }

  private void findFrontier() {
    frontier.clear();
    long[] own = ownWords();
    for (int place = 0; place < own.length; place++) {
      if (TreeWord.level(own[place]) == level) {
        frontier.add(place);
      }
    }
  }

  @Override
  public long[] ownWords() {
    return tree.readOwn();
  }

  void free() {
    tree.close();
  }
}
