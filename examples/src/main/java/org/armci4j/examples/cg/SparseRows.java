package org.armci4j.examples.cg;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.examples.cg.Cg.Size;
import org.armci4j.examples.nas.RandomNumbers;

/** The rows of NAS CG's matrix that belong to one rank's block of a vector. */
final class SparseRows {
  private static final double LEAST = 0.1; // eigenvalue, but for the shift

  private final long[] outside; // the columns of other ranks, each once
  private final int[] ends; // of the rows, in the entries
  private final double[] entries;
  private final int[] columns; // of the entries, as indices of factors
  private final double[] factors; // the elements of the own block, then those outside
  private final double[] fetched;
  private final double[] products;

  /** Makes the rows. Each rank draws the numbers of all rows, as their sequence is one. */
  SparseRows(Size problem, int first, int count) {
    List<TreeMap<Integer, Double>> rows =
        Stream.generate(TreeMap<Integer, Double>::new).limit(count).toList();
    fill(rows, first, problem);
    outside =
        rows.stream()
            .flatMap(row -> row.keySet().stream())
            .filter(column -> column < first || column >= first + count)
            .mapToLong(column -> column)
            .distinct()
            .sorted()
            .toArray();
    ends = rows.stream().mapToInt(Map::size).toArray();
    Arrays.parallelPrefix(ends, Integer::sum);
    entries = rows.stream().flatMap(row -> row.values().stream()).mapToDouble(v -> v).toArray();
    columns =
        rows.stream()
            .flatMap(row -> row.keySet().stream())
            .mapToInt(column -> column)
            .map(c -> c < first || c >= first + count ? count + at(c) : c - first)
            .toArray();
    fetched = new double[outside.length];
    factors = new double[count + fetched.length];
    products = new double[count];
  }

  private int at(int column) {
    return Arrays.binarySearch(outside, column);
  }

  /** Adds up the matrix: random vectors times themselves, ever smaller, and a diagonal. */
  private static void fill(List<TreeMap<Integer, Double>> rows, int first, Size problem) {
    RandomNumbers random = new RandomNumbers(RandomNumbers.SEED);
    random.next(); // NAS does not use the first one
    int places = 2 * Integer.highestOneBit(problem.rows - 1);
    for (int i = 0; i < problem.rows; i++) {
      Map<Integer, Double> vector = new HashMap<>();
      while (vector.size() < problem.draws) {
        double value = random.next();
        int index = (int) (places * random.next());
        if (index < problem.rows) {
          vector.putIfAbsent(index, value);
        }
      }
      vector.put(i, 0.5);
      for (int index : vector.keySet()) {
        if (index >= first && index < first + rows.size()) {
          double factor = vector.get(index) * Math.pow(LEAST, (double) i / problem.rows);
          Map<Integer, Double> row = rows.get(index - first);
          vector.forEach((column, value) -> row.merge(column, factor * value, Double::sum));
        }
      }
    }
    for (int row = 0; row < rows.size(); row++) {
      rows.get(row).merge(first + row, LEAST - problem.shift, Double::sum);
    }
  }

  /** Returns how many elements of other ranks a product needs. */
  int fetches() {
    return fetched.length;
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
