package org.armci4j.benchmarks.arrays;

import java.util.ArrayList;
import java.util.List;

/** Defines the operations of the suite, their sizes and names. */
final class ArrayPoints {
  /** Number of rows and of columns of the array. */
  static final int EDGE = 4096;

  /** The operations, in the order of the report. */
  static final List<String> OPERATIONS =
      List.of(
          "put",
          "get",
          "accumulate",
          "put-strided",
          "get-strided",
          "accumulate-strided",
          "put-spread",
          "get-spread",
          "accumulate-spread",
          "gather",
          "scatter",
          "scatter-accumulate",
          "fetch-add",
          "get-element",
          "put-element",
          "sync",
          "ghosts",
          "dot",
          "transpose",
          "multiply");

  private static final int[] PATCH_EDGES = {1, 8, 64, 512, 1024};
  private static final int[] STRIDED_EDGES = {1, 8, 64};
  private static final int[] SPREAD_EDGES = {64, 512};
  private static final int[] LIST_LENGTHS = {1_000, 100_000};
  private static final int MATRIX_EDGE = 1024;
  private static final int LARGE_MATRIX_EDGE = 2048;

  private ArrayPoints() {}

  /** Returns all points; the product of the large matrices only if they are wanted. */
  static List<ArrayPoint> all(boolean large) {
    List<ArrayPoint> points = new ArrayList<>();
    OPERATIONS.forEach(operation -> add(operation, large, points));
    return points;
  }

  private static void add(String operation, boolean large, List<ArrayPoint> points) {
    switch (operation) {
      case "put", "get", "accumulate" -> addPatches(operation, PATCH_EDGES, points);
      case "put-strided", "get-strided", "accumulate-strided" ->
          addPatches(operation, STRIDED_EDGES, points);
      case "put-spread", "get-spread", "accumulate-spread" ->
          addPatches(operation, SPREAD_EDGES, points);
      case "gather", "scatter", "scatter-accumulate" -> {
        for (int length : LIST_LENGTHS) {
          points.add(sized(operation, length, (long) length * Double.BYTES));
        }
      }
      case "fetch-add", "get-element", "put-element" ->
          points.add(new ArrayPoint(operation, operation, 1, Long.BYTES));
      case "sync", "ghosts" -> points.add(new ArrayPoint(operation, operation, EDGE, 0));
      case "dot" -> points.add(new ArrayPoint(operation, operation, EDGE, 2 * squareBytes(EDGE)));
      case "transpose" -> points.add(sized(operation, MATRIX_EDGE, squareBytes(MATRIX_EDGE)));
      case "multiply" -> {
        points.add(sized(operation, MATRIX_EDGE, squareBytes(MATRIX_EDGE)));
        if (large) {
          points.add(sized(operation, LARGE_MATRIX_EDGE, squareBytes(LARGE_MATRIX_EDGE)));
        }
      }
      default -> throw new IllegalArgumentException("no operation " + operation);
    }
  }

  private static void addPatches(String operation, int[] edges, List<ArrayPoint> points) {
    for (int edge : edges) {
      String name = operation + "-" + edge + "x" + edge;
      points.add(new ArrayPoint(name, operation, edge, squareBytes(edge)));
    }
  }

  private static ArrayPoint sized(String operation, int size, long sizeBytes) {
    return new ArrayPoint(operation + "-" + size, operation, size, sizeBytes);
  }

  private static long squareBytes(int edge) {
    return (long) edge * edge * Double.BYTES;
  }
}
