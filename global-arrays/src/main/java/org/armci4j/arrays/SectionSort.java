package org.armci4j.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.kernel.SortKeys;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * Sorts a section of 1 dimension. Each rank sorts its own part, and all together find between which
 * of their elements each rank's part of the result ends. Then each puts its elements straight to
 * the ranks that get them, and sorts the elements that it has received. Parts have their exact
 * sizes, also where an element occurs often. For each of its elements, a rank needs a key of 8
 * bytes and, on several ranks, a copy to send.
 *
 * <p>Source: the splitting of Solomonik, Kale, "Highly scalable parallel sorting" (2010), by
 * bisection to the exact element in place of a tolerance.
 */
final class SectionSort<A> {
  private final ArraySection<A> section;
  private final GlobalArray<A> array;
  private final ElementKind kind;
  private final Collectives collectives;
  private final int members;

  /** Elements of the section that belong to each rank and all ranks before it. */
  private final long[] ends;

  /** Sorts a section, or throws unless it can be sorted. Collective. */
  static <A> void sort(ArraySection<A> section) {
    SectionChecks.requireDimensions("sort", section, 1);
    if (section.array().distribution().isCyclic()) {
      RegularCopy.run(section, true, copy -> new SectionSort<>(copy).run());
    } else {
      new SectionSort<>(section).run();
    }
  }

  private SectionSort(ArraySection<A> section) {
    this.section = section;
    this.array = section.array();
    this.kind = array.parts().kind();
    this.collectives = array.home().collectives();
    this.members = array.group().size();
    this.ends = new long[members];
    long end = 0;
    for (int i = 0; i < members; i++) {
      long part = array.distribution().block(i).intersection(section.patch()).elements();
      if (part > Integer.MAX_VALUE - Long.BYTES) {
        throw array.refusal(
            "sort",
            Text.format(
                "rank %d of the group owns %d elements, and a rank sorts %d at most",
                i, part, Integer.MAX_VALUE - Long.BYTES));
      }
      end += part;
      ends[i] = end;
    }
  }

  private void run() {
    array.home().sync();
    try {
      long[] keys = new long[(int) section.own().elements()];
      readSorted(keys);
      if (members > 1 && ends[members - 1] > 0) {
        send(keys, cuts(keys));
        array.home().sync();
        readSorted(keys);
      }
      if (keys.length > 0) {
        SortKeys.write(kind, keys, array.memory().local(), place());
      }
    } finally {
      array.home().sync();
    }
  }

  /** Reads the own elements, and sorts them. */
  private void readSorted(long[] keys) {
    if (keys.length > 0) {
      SortKeys.read(kind, array.memory().local(), place(), keys);
      Arrays.sort(keys);
    }
  }

  private long place() {
    return array.layout().offset(section.own().lower(0));
  }

  /**
   * Returns for each rank how many of the own elements belong to it and to all ranks before it. Of
   * equal elements, those of lower ranks come first.
   */
  private int[] cuts(long[] keys) {
    long[] splitters = splitters(keys);
    long[] less = new long[members];
    long[] equal = new long[members];
    int[] cuts = new int[members];
    for (int i = 0; i < members; i++) {
      cuts[i] = below(keys, splitters[i]);
      less[i] = cuts[i];
      equal[i] = upTo(keys, splitters[i]) - less[i];
    }
    long[] equalBefore = new long[members];
    collectives.allreduce(less, Reduction.SUM);
    collectives.exscan(Elements.of(equal), Elements.of(equalBefore), Reduction.SUM);
    for (int i = 0; i < members; i++) {
      long wanted = ends[i] - less[i] - equalBefore[i];
      cuts[i] += (int) Math.clamp(wanted, 0, equal[i]);
    }
    return cuts;
  }

  /**
   * Finds the element that follows each rank's part of the result; the last one may be anything.
   */
  private long[] splitters(long[] keys) {
    long[] limits = {Long.MAX_VALUE, Long.MAX_VALUE}; // the smallest, and the largest's complement
    if (keys.length > 0) {
      limits[0] = keys[0];
      limits[1] = ~keys[keys.length - 1];
    }
    collectives.allreduce(limits, Reduction.MIN);
    long[] lower = new long[members];
    long[] upper = new long[members];
    Arrays.fill(lower, limits[0]);
    Arrays.fill(upper, ~limits[1]);
    long[] counts = new long[members];
    while (!Arrays.equals(lower, upper)) {
      for (int i = 0; i < members; i++) {
        counts[i] = upTo(keys, middle(lower[i], upper[i]));
      }
      collectives.allreduce(counts, Reduction.SUM);
      for (int i = 0; i < members; i++) {
        long middle = middle(lower[i], upper[i]);
        if (counts[i] > ends[i]) {
          upper[i] = middle;
        } else if (lower[i] < upper[i]) {
          lower[i] = middle + 1;
        }
      }
    }
    return lower;
  }

  /** Returns the mean, rounded downwards, without overflow. */
  private static long middle(long lower, long upper) {
    return (lower & upper) + ((lower ^ upper) >> 1);
  }

  /** Returns how many of sorted keys are at most a limit. */
  private static int upTo(long[] keys, long limit) {
    return limit == Long.MAX_VALUE ? keys.length : below(keys, limit + 1);
  }

  /** Returns how many of sorted keys are below a limit. */
  private static int below(long[] keys, long limit) {
    int from = 0;
    int to = keys.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (keys[middle] < limit) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Puts the elements to the ranks that get them, behind those of lower ranks. */
  private void send(long[] keys, int[] cuts) {
    long[] counts = new long[members];
    for (int i = 0; i < members; i++) {
      counts[i] = cuts[i] - (i == 0 ? 0L : cuts[i - 1]);
    }
    long[] before = new long[members];
    collectives.exscan(Elements.of(counts), Elements.of(before), Reduction.SUM);
    MemorySegment sorted = Arena.ofAuto().allocate((long) keys.length * kind.bytes(), Long.BYTES);
    SortKeys.write(kind, keys, sorted, 0);
    Handle handle = array.home().armci().newHandle();
    int from = 0;
    for (int i = 0; i < members; i++) {
      long at = section.patch().lower(0) + (i == 0 ? 0 : ends[i - 1]) + before[i];
      array.nbPut(Patch.at(at).size(counts[i]), LocalBuffer.ofSegment(sorted, from), handle);
      from = cuts[i];
    }
    handle.await();
  }
}
