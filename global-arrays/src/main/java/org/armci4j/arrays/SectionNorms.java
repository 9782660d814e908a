package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.ComplexLoops;
import org.armci4j.arrays.kernel.FloatingLoops;
import org.armci4j.arrays.kernel.Fold;
import org.armci4j.arrays.kernel.FoldSums;
import org.armci4j.collectives.Reduction;

/** Norms of sections by sums of absolute values of their rows or columns, complex ones too. */
final class SectionNorms {
  private SectionNorms() {}

  static double norm1(ArraySection<?> section) {
    return largestSum("norm1", section, 1);
  }

  static double normInfinity(ArraySection<?> section) {
    return largestSum("normInfinity", section, 0);
  }

  /**
   * Returns the largest sum over all dimensions but one, from sums of bounded number.
   *
   * @param kept the dimension that has a sum for each index; 1 sum if the array has not so many
   */
  private static double largestSum(String operation, ArraySection<?> section, int kept) {
    SectionChecks.requireDimensions(operation, section, 2);
    section.array().sync();
    Patch patch = section.patch();
    if (patch.isEmpty()) {
      return 0;
    }
    if (kept == patch.dimensions()) {
      return largestOf(section, kept, 0, 1);
    }
    double result = 0;
    for (long from = patch.lower(kept); from < patch.upper(kept); from += SectionWalk.TILE) {
      int sums = (int) Math.min(SectionWalk.TILE, patch.upper(kept) - from);
      Patch band = patch.band(kept, from, from + sums);
      result = Math.max(result, largestOf(section.array().section(band), kept, from, sums));
    }
    return result;
  }

  /** Returns the largest of some sums of all ranks. */
  private static double largestOf(ArraySection<?> section, int kept, long first, int count) {
    double[] sums = new double[count];
    int last = section.patch().dimensions() - 1;
    boolean isComplex = section.array().parts().kind().numbers() == 2;
    if (kept != last && !isComplex) {
      addRows(section, kept, first, sums);
    } else {
      FoldSums row = new FoldSums(Fold.ABSOLUTES);
      FloatingWalk.runIndexed(
          Purpose.READ,
          OwnParts.of(section),
          section,
          (index, piece, elements) -> {
            if (isComplex) {
              ComplexLoops.absolutes(piece, elements);
            }
            int at = place(index, kept, first);
            if (kept == last) {
              FloatingLoops.addAbsolutes(piece, elements, sums, at);
            } else {
              MemorySegment values = MemorySegment.ofArray(piece);
              row.add(values, 0, values, 0, elements);
              sums[at] += row.take();
            }
          });
    }
    section.array().home().collectives().allreduce(sums, Reduction.SUM);
    return Arrays.stream(sums).reduce(0, Math::max);
  }

  /** Adds the absolute values of each row to its sum, where the elements lie. */
  private static void addRows(ArraySection<?> section, int kept, long first, double[] sums) {
    long[] index = new long[section.patch().dimensions()];
    FoldSums row = new FoldSums(Fold.ABSOLUTES);
    FloatingWalk.fold(
        true,
        row,
        0,
        List.of(section),
        walk -> {
          walk.index(index);
          sums[place(index, kept, first)] += row.take();
        });
  }

  /** Returns the sum of an element's row or column. */
  private static int place(long[] index, int kept, long first) {
    return kept == index.length ? 0 : (int) (index[kept] - first);
  }
}
