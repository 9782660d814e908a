package org.armci4j.benchmarks.strided;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.strided.ArrayLayout;
import org.armci4j.strided.Section;

/** Defines the transfers of the suite and their names. */
final class StridedPoints {
  /** The operations, in the order of the report. */
  static final List<String> OPERATIONS = List.of("put", "get", "accumulate");

  /** Bytes of a transfer in rows of one of {@link #ROWS_BYTES}, and of the one in one piece. */
  static final long TOTAL_BYTES = 1L << 20;

  /** Lengths of rows. */
  static final List<Long> ROWS_BYTES = List.of(64L, 256L, 1024L, 4096L, 16L << 10, 64L << 10);

  /**
   * Gap between rows: a cache line. With a power of two as pitch, rows of 1 KiB would fall into a
   * few sets of the second-level cache. The cache would then decide the time, not the copying.
   */
  private static final long GAP_BYTES = 64;

  /** Edge of the box, in doubles. The grid has ghost cells around it. */
  private static final int BOX = 128;

  private static final ArrayLayout GRID = ArrayLayout.of(Double.BYTES, BOX + 2, BOX + 2, BOX + 2);
  private static final List<String> AXES = List.of("z", "y", "x");

  private StridedPoints() {}

  /** Returns all transfers of an operation. */
  static List<StridedPoint> of(String operation) {
    List<StridedPoint> points = new ArrayList<>();
    boolean moves = !operation.equals("accumulate");
    if (moves) {
      points.add(point(distantRows(operation), operation, rows(256, 1024, 4096)));
      points.add(point(words(operation), operation, rows(4096, 8, 64)));
    }
    points.add(point(contiguous(operation), operation, Section.contiguous(0, TOTAL_BYTES)));
    for (long rowBytes : ROWS_BYTES) {
      Section rows = rows(TOTAL_BYTES / rowBytes, rowBytes, rowBytes + GAP_BYTES);
      points.add(point(rows(operation, rowBytes), operation, rows));
    }
    if (moves) {
      addFaces(operation, points);
    }
    return points;
  }

  /** Returns the name of the transfer of 256 rows of 1 KiB, one every 4 KiB. */
  static String distantRows(String operation) {
    return operation + "-256x1024";
  }

  /** Returns the name of the transfer of 4096 words, one in every cache line. */
  static String words(String operation) {
    return operation + "-4096x8";
  }

  /** Returns the name of the transfer in one piece, as long as the rows together. */
  static String contiguous(String operation) {
    return operation + "-contiguous";
  }

  /** Returns the name of the transfer in rows of a length, a cache line apart. */
  static String rows(String operation, long rowBytes) {
    return operation + "-rows-" + rowBytes;
  }

  /** Returns the names of the transfers of the box's six faces. */
  static List<String> faces(String operation) {
    List<String> names = new ArrayList<>();
    for (int axis = AXES.size() - 1; axis >= 0; axis--) {
      names.add(operation + "-face-" + AXES.get(axis) + "-low");
      names.add(operation + "-face-" + AXES.get(axis) + "-high");
    }
    return names;
  }

  private static StridedPoint point(String name, String operation, Section section) {
    return new StridedPoint(name, operation, section, section);
  }

  private static Section rows(long count, long rowBytes, long pitchBytes) {
    return Section.of(0, new long[] {pitchBytes}, new long[] {rowBytes, count});
  }

  /**
   * Adds the transfers of the outermost cells on each side of the box, to the ghost cells beyond
   * the opposite side for a put, and from there for a get.
   */
  private static void addFaces(String operation, List<StridedPoint> points) {
    for (String name : faces(operation)) {
      int axis = AXES.indexOf(name.substring(name.indexOf("face-") + 5, name.lastIndexOf('-')));
      boolean low = name.endsWith("low");
      Section inner = face(axis, low ? 1 : BOX);
      Section ghost = face(axis, low ? BOX + 1 : 0);
      boolean put = operation.equals("put");
      points.add(new StridedPoint(name, operation, put ? inner : ghost, put ? ghost : inner));
    }
  }

  private static Section face(int axis, long index) {
    long[] lower = {1, 1, 1};
    long[] sizes = {BOX, BOX, BOX};
    lower[axis] = index;
    sizes[axis] = 1;
    return GRID.box(lower, sizes);
  }
}
