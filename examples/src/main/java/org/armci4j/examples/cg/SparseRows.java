package org.armci4j.examples.cg;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.Patch;
import org.armci4j.examples.cg.Cg.CgClass;
import org.armci4j.examples.nas.RandomNumbers;

/** The rows of NAS CG's matrix that belong to one rank's block of a vector. */
final class SparseRows {
  private static final double CONDITION = 0.1; // bounds the eigenvalues, but for the shift

  final long[] outside; // the columns of other ranks, each once
  private final int[] ends; // of the rows, in the entries
  private final double[] entries;
  private final int[] columns; // of the entries, as indices of factors
  private final double[] factors; // the elements of the own block, then those outside
  private final double[] fetched;
  private final double[] products;

  /** Makes the rows of a block. Each rank draws all numbers, because their sequence is one. */
  SparseRows(CgClass problem, Patch own) {
    int first = (int) own.lower(0);
    int count = (int) own.elements();
    Map<Integer, Map<Integer, Double>> rows = new TreeMap<>();
    IntStream.range(first, first + count).forEach(row -> rows.put(row, new TreeMap<>()));
    fill(rows, problem);
    int[] all =
        rows.values().stream().flatMap(row -> row.keySet().stream()).mapToInt(c -> c).toArray();
    IntStream ofOthers = Arrays.stream(all).filter(c -> !rows.containsKey(c));
    outside = ofOthers.sorted().distinct().asLongStream().toArray();
    columns =
        Arrays.stream(all)
            .map(c -> rows.containsKey(c) ? c - first : count + Arrays.binarySearch(outside, c))
            .toArray();
    entries =
        rows.values().stream().flatMap(row -> row.values().stream()).mapToDouble(v -> v).toArray();
    ends = rows.values().stream().mapToInt(Map::size).toArray();
    Arrays.parallelPrefix(ends, Integer::sum);
    fetched = new double[outside.length];
    factors = new double[count + fetched.length];
    products = new double[count];
  }

  /** Adds up random vectors times themselves, ever smaller, and a diagonal. */
  private static void fill(Map<Integer, Map<Integer, Double>> rows, CgClass problem) {
    RandomNumbers random = new RandomNumbers(RandomNumbers.SEED);
    random.next(); // NAS does not use the first one
    int places = 2 * Integer.highestOneBit(problem.rows() - 1);
    for (int i = 0; i < problem.rows(); i++) {
      Map<Integer, Double> vector = new HashMap<>();
      while (vector.size() < problem.draws()) {
        double value = random.next();
        int index = (int) (places * random.next());
        if (index < problem.rows()) {
          vector.putIfAbsent(index, value);
        }
      }
      vector.put(i, 0.5);
      for (int index : vector.keySet()) {
        if (rows.containsKey(index)) {
          double factor = vector.get(index) * Math.pow(CONDITION, (double) i / problem.rows());
          vector.forEach((c, value) -> rows.get(index).merge(c, factor * value, Double::sum));
        }
      }
    }
    rows.forEach((i, row) -> row.merge(i, CONDITION - problem.shift(), Double::sum));
  }

  /** Sets the own elements of y = A x. All elements of x are complete; y needs a sync. */
  void multiply(DoubleArray x, DoubleArray y) {
    x.get(x.own(), factors);
    x.getElements(outside, fetched);
    System.arraycopy(fetched, 0, factors, products.length, fetched.length);
    int entry = 0;
    for (int row = 0; row < products.length; row++) {
      double sum = 0;
      for (; entry < ends[row]; entry++) {
        sum += entries[entry] * factors[columns[entry]];
      }
      products[row] = sum;
    }
    y.put(y.own(), products);
  }
}
