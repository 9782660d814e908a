package org.armci4j.examples.sparse;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A graph of random points in the unit square: two are neighbours if they are within a radius. Each
 * rank makes all points, and sorts them by the cells of a grid. Neighbours of a point are in its
 * own cell or in one of the eight around it.
 */
public final class GeometricGraph implements RowSource {
  private final double radius;
  private final double[] x;
  private final double[] y;

  /** Cells in each direction. */
  private final int side;

  /** Where the points of each cell begin in {@link #sorted}. */
  private final int[] starts;

  /** The points by their cells. */
  private final int[] sorted;

  /**
   * Makes the points.
   *
   * @param vertices number of points
   * @param radius distance of the farthest neighbours; more than 0
   * @param seed of all random numbers
   */
  public GeometricGraph(int vertices, double radius, long seed) {
    this.radius = radius;
    SplittableRandom random = SeededRandom.of(seed, 0);
    x = random.doubles(vertices).toArray();
    y = random.doubles(vertices).toArray();
    // A little wider than the radius, so that rounding moves no neighbour two cells away; and no
    // more cells than points.
    side = (int) Math.max(1, Math.min(0.99 / radius, Math.sqrt(vertices)));
    starts = new int[side * side + 1];
    IntStream.range(0, vertices).forEach(point -> starts[cell(point) + 1]++);
    Arrays.parallelPrefix(starts, Integer::sum);
    sorted = new int[vertices];
    int[] next = starts.clone();
    IntStream.range(0, vertices).forEach(point -> sorted[next[cell(point)]++] = point);
  }

  /**
   * Returns the graph whose vertices have so many neighbours on average. Those near the border have
   * fewer.
   *
   * @param vertices number of points
   * @param degree the mean number of neighbours of points far from the border
   * @param seed of all random numbers
   * @return the graph
   */
  public static GeometricGraph ofDegree(int vertices, double degree, long seed) {
    return new GeometricGraph(vertices, Math.sqrt(degree / (Math.PI * (vertices - 1))), seed);
  }

  private int cell(int point) {
    return strip(x[point]) * side + strip(y[point]);
  }

  /** Returns the row or the column of the grid at a coordinate. */
  private int strip(double place) {
    return (int) (place * side);
  }

  @Override
  public int rows() {
    return x.length;
  }

  @Override
  public int columns() {
    return x.length;
  }

  @Override
  public int[] row(int row) {
    int low = Math.max(0, strip(y[row]) - 1);
    int high = Math.min(side - 1, strip(y[row]) + 1);
    IntStream.Builder found = IntStream.builder();
    for (int i = strip(x[row]) - 1; i <= strip(x[row]) + 1; i++) {
      if (i >= 0 && i < side) {
        for (int at = starts[i * side + low]; at < starts[i * side + high + 1]; at++) {
          if (sorted[at] < row && areNeighbours(sorted[at], row)) {
            found.add(sorted[at]);
          }
        }
      }
    }
    return found.build().sorted().toArray();
  }

  /** Returns whether two points are within the radius. */
  boolean areNeighbours(int a, int b) {
    double dx = x[a] - x[b];
    double dy = y[a] - y[b];
    return dx * dx + dy * dy <= radius * radius;
  }
}
