package org.armci4j.examples.permutation;

import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/** Counts darts, to pack the tables of all ranks into one row without gaps. */
record TablePositions(Collectives collectives) {
  /** Returns how many darts the tables of the ranks before this one hold; all ranks together. */
  int first(long[] table) {
    long[] own = new long[1];
    for (long dart : table) {
      own[0] += dart == PermutationForm.FREE ? 0 : 1;
    }
    long[] before = new long[1]; // rank 0 keeps the 0
    collectives.exscan(Elements.of(own), Elements.of(before), Reduction.SUM);
    return (int) before[0];
  }

  /** Returns whether any rank has something left; all ranks together. */
  boolean isAnyLeft(int own) {
    return collectives.allreduce(own, Reduction.MAX) > 0;
  }
}
