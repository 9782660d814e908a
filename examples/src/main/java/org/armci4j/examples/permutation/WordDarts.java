package org.armci4j.examples.permutation;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.permutation.DartPermutation.DartProblem;

/**
 * Takes places of the table by compare-and-swap, many at once in virtual threads. On one host it
 * looks at the places of some darts before it throws them: a processor has many reads of memory
 * under way, but only one compare-and-swap. Over a network a look would be one more round trip.
 */
final class WordDarts implements DartForm {
  /** Darts in the hand of a thread. */
  private static final int HAND = 32;

  private final Armci armci;
  private final DartProblem problem;
  private final TablePositions positions;
  private final VirtualParts parts;
  private final DealtLongs table;
  private final long[] own; // this rank's part of the table, at the end
  private final boolean looks;

  WordDarts(Armci armci, DartProblem problem, TablePositions positions, VirtualParts parts) {
    this.armci = armci;
    this.problem = problem;
    this.positions = positions;
    this.parts = parts;
    this.table = new DealtLongs(armci, problem.places());
    this.own = new long[table.deal().count()];
    this.looks = armci.domains().count() == 1;
  }

  @Override
  public void permute(DealtLongs permutation) {
    table.fill(FREE);
    parts.run((first, step) -> throwDarts(first, step, permutation.deal()));
    armci.barrier(); // the darts of all ranks are in the table

    table.own().get(0, own, 0, own.length);
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
    int[] hand = new int[HAND];
    int[] places = new int[HAND];
    long[] seen = new long[HAND];
    int next = first;
    int count = 0;
    do {
      for (; count < HAND && next < darts.count(); next += step) {
        hand[count++] = darts.index(next);
      }
      for (int i = 0; i < count; i++) {
        places[i] = random.nextInt(problem.places());
        seen[i] = looks ? table.get(places[i]) : FREE;
      }
      int left = 0;
      for (int i = 0; i < count; i++) {
        if (seen[i] != FREE || table.compareAndSwap(places[i], FREE, hand[i]) != FREE) {
          hand[left++] = hand[i];
        }
      }
      count = left;
    } while (count > 0 || next < darts.count());
  }

  void free() {
    table.close();
  }
}
