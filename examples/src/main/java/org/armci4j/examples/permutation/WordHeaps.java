package org.armci4j.examples.permutation;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.permutation.DartPermutation.DartProblem;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Puts each number on a random heap, and shuffles each heap. The heaps lie one behind the other in
 * the permutation. Ranks count what they will put, so each has places of its own on every heap, and
 * puts single words without atomic updates. A heap fits into the cache of the rank that shuffles
 * it.
 *
 * <p>Source: Sandelius, "A simple randomization procedure" (1962); Rao found it in 1961.
 */
final class WordHeaps implements PermutationForm {
  /** Numbers on a heap, on average: 128 KiB. */
  private static final int HEAP = 1 << 14;

  private final Armci armci;
  private final DartProblem problem;
  private final Collectives collectives;
  private final int heaps;

  WordHeaps(Armci armci, DartProblem problem, Collectives collectives) {
    this.armci = armci;
    this.problem = problem;
    this.collectives = collectives;
    this.heaps = Math.ceilDiv(problem.numbers(), HEAP);
  }

  @Override
  public void permute(DealtLongs permutation) {
    SplittableRandom random = problem.random(armci.rank());
    int[] drawn = new int[permutation.deal().count()]; // the heap of each of this rank's numbers
    long[] counts = new long[heaps];
    for (int place = 0; place < drawn.length; place++) {
      drawn[place] = random.nextInt(heaps);
      counts[drawn[place]]++;
    }

    long[] own = new long[heaps]; // where this rank's numbers begin on each heap
    collectives.exscan(Elements.of(counts), Elements.of(own), Reduction.SUM);
    collectives.allreduce(counts, Reduction.SUM);
    int[] starts = SparseMatrix.starts(counts);
    for (int place = 0; place < drawn.length; place++) {
      int heap = drawn[place];
      permutation.put((int) (starts[heap] + own[heap]++), permutation.deal().index(place));
    }
    armci.barrier(); // all numbers are on their heaps

    for (int heap = armci.rank(); heap < heaps; heap += armci.size()) {
      long[] numbers = permutation.read(starts[heap], starts[heap + 1]);
      shuffle(numbers, random);
      permutation.write(starts[heap], numbers);
    }
  }

  /** Gives all orders the same probability, after Fisher and Yates. */
  private static void shuffle(long[] numbers, SplittableRandom random) {
    for (int left = numbers.length; left > 1; left--) {
      int chosen = random.nextInt(left);
      long number = numbers[chosen];
      numbers[chosen] = numbers[left - 1];
      numbers[left - 1] = number;
    }
  }
}
