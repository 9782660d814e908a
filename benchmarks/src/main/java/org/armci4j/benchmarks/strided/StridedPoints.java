package org.armci4j.benchmarks.strided;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.strided.ArrayLayout;
import org.armci4j.strided.Section;

/** The transfers of the suite, and what they are called. */
final class StridedPoints {
  /** The operations, in the order of the report. */
  static final List<String> OPERATIONS = List.of("put", "get", "accumulate");

  /** What is moved in rows of each of {@link #ROWS_BYTES}, and in one piece. */
  static final long TOTAL_BYTES = 1L << 20;

  /** The lengths of rows. */
  static final List<Long> ROWS_BYTES = List.of(64L, 256L, 1024L, 4096L, 16L << 10, 64L << 10);

  /**
   * Rows lie a cache line apart. With a pitch that is a power of two, rows of 1 KiB would compete
   * for a few sets of the second-level cache, which then decides, and not how it is copied.
   */
  private static final long GAP_BYTES = 64;

  /** The box, and the array that holds it with ghost cells around it. */
  private static final int BOX = 128;

  private static final ArrayLayout GRID = ArrayLayout.of(Double.BYTES, BOX + 2, BOX + 2, BOX + 2);
  private static final List<String> AXES = List.of("z", "y", "x");

  private StridedPoints() {}

  /** All transfers of an operation. */
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

  /** 256 rows of 1 KiB, one every 4 KiB. */
  static String distantRows(String operation) {
    return operation + "-256x1024";
  }

  /** 4096 words, one in every cache line. */
  static String words(String operation) {
    return operation + "-4096x8";
  }

  /** As many bytes as the rows, in one piece. */
  static String contiguous(String operation) {
    return operation + "-contiguous";
  }

  /** Rows of a length, a cache line apart. */
  static String rows(String operation, long rowBytes) {
    return operation + "-rows-" + rowBytes;
  }

  /** The six faces of the box. */
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
   * The outermost cells of the box on one side go to the ghost cells beyond the other side, or come
   * from there.
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
