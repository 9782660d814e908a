package org.armci4j.examples.permutation;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.permutation.DartPermutation.DartProblem;

/** Takes places of the table by compare-and-swap, many at once in virtual threads. */
final class WordDarts implements DartForm {
  private final Armci armci;
  private final DartProblem problem;
  private final TablePositions positions;
  private final VirtualParts parts;
  private final DealtLongs table;

  WordDarts(Armci armci, DartProblem problem, TablePositions positions, VirtualParts parts) {
    this.armci = armci;
    this.problem = problem;
    this.positions = positions;
    this.parts = parts;
    this.table = new DealtLongs(armci, problem.places());
  }

  @Override
  public void permute(DealtLongs permutation) {
    table.fill(FREE);
    parts.run((first, step) -> throwDarts(first, step, permutation.deal()));
    armci.barrier(); // the darts of all ranks are in the table

    long[] own = table.readOwn();
    int position = positions.first(own);
    for (long dart : own) {
      if (dart != FREE) {
        permutation.put(position++, dart);
      }
    }
  }

  /** Throws each of some darts until it hits a free place. */
  private void throwDarts(int first, int step, CyclicDeal darts) {
    SplittableRandom random = problem.random(armci.rank(), first);
    for (int i = first; i < darts.count(); i += step) {
      int place = random.nextInt(problem.places());
      while (table.compareAndSwap(place, FREE, darts.index(i)) != FREE) {
        place = random.nextInt(problem.places());
      }
    }
  }

  void free() {
    table.close();
  }
}
