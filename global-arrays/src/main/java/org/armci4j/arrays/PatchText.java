package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;

/**
 * Writes a patch as text for people. One list of elements gets all that is shown.
 *
 * @param <A> the type of Java arrays of the elements
 */
final class PatchText<A> {
  /** Most elements that are shown without dots, as in NumPy, and most that a caller may ask for. */
  static final int USUAL_ELEMENTS = 1000;

  static final int MOST_ELEMENTS = 1_000_000;

  /** Indices at both ends of a dimension that are shown beside dots. */
  private static final int EDGE = 3;

  /** Characters of a line. */
  private static final int LINE = 100;

  /** Stands in a list of indices for those that are left out. */
  private static final long GAP = -1;

  private static final String DOTS = "...";

  private final GlobalArray<A> array;
  private final Patch patch;
  private final int dimensions;

  /** Shown indices of each dimension; those of the rows are one index in 1 dimension. */
  private final long[][] shown;

  private final long[] columns;
  private final long[] rows;
  private final StringBuilder text = new StringBuilder();

  /** Shown values, row-major, and the next one. */
  private String[] values;

  private int next;
  private int labelWidth;
  private int width;

  PatchText(GlobalArray<A> array, Patch patch, int limit) {
    this.array = array;
    this.patch = patch;
    this.dimensions = patch.dimensions();
    boolean whole = isWhole(patch, limit);
    this.shown = new long[dimensions][];
    for (int d = 0; d < dimensions; d++) {
      shown[d] = indices(patch.lower(d), patch.upper(d), whole);
    }
    this.columns = shown[dimensions - 1];
    this.rows = dimensions == 1 ? new long[1] : shown[dimensions - 2];
  }

  private static boolean isWhole(Patch patch, int limit) {
    try {
      return patch.elements() <= limit;
    } catch (ArithmeticException _) {
      return false;
    }
  }

  private static long[] indices(long lower, long upper, boolean whole) {
    int count = (int) Math.min(upper - lower, whole ? MOST_ELEMENTS : 2 * EDGE + 1);
    long[] indices = new long[count];
    for (int i = 0; i < count; i++) {
      indices[i] = lower + i;
    }
    if (!whole && upper - lower > 2 * EDGE) {
      indices[EDGE] = GAP;
      for (int i = 1; i <= EDGE; i++) {
        indices[count - i] = upper - i;
      }
    }
    return indices;
  }

  String text() {
    text.append(
        Text.format(
            "array %s, %s of %s, patch %s\n",
            array.name(), array.parts().kind().label(), Distribution.text(array.shape()), patch));
    if (!patch.isEmpty()) {
      values = values();
      labelWidth = dimensions == 1 ? 0 : width(Arrays.stream(rows).mapToObj(PatchText::label));
      width =
          width(
              Stream.concat(
                  Arrays.stream(columns).mapToObj(PatchText::label), Arrays.stream(values)));
      matrices(new long[dimensions], 0);
    }
    return text.toString();
  }

  private static int width(Stream<String> words) {
    return words.mapToInt(String::length).max().orElse(0);
  }

  private static String label(long index) {
    return index == GAP ? DOTS : "[" + index + "]";
  }

  /** Gets the shown elements. */
  private String[] values() {
    List<long[]> elements = new ArrayList<>();
    list(new long[dimensions], 0, elements);
    long[] flat = elements.stream().flatMapToLong(Arrays::stream).toArray();
    A found = javaArray(elements.size());
    array.getElements(flat, found);
    String[] words = new String[elements.size()];
    boolean pairs = array.parts().kind().numbers() == 2;
    Arrays.setAll(words, i -> pairs ? pair(found, i) : word(found, i));
    return words;
  }

  private void list(long[] index, int dimension, List<long[]> elements) {
    if (dimension == dimensions) {
      elements.add(index.clone());
      return;
    }
    for (long one : shown[dimension]) {
      if (one != GAP) {
        index[dimension] = one;
        list(index, dimension + 1, elements);
      }
    }
  }

  @SuppressWarnings("unchecked") // the kind is that of A
  private A javaArray(int length) {
    ElementKind kind = array.parts().kind();
    Object made =
        switch (kind) {
          case BYTE -> new byte[length];
          case INT -> new int[length];
          case LONG -> new long[length];
          case FLOAT -> new float[length];
          case DOUBLE -> new double[length];
          case COMPLEX_FLOAT -> new float[2 * length];
          case COMPLEX_DOUBLE -> new double[2 * length];
        };
    return (A) made;
  }

  private static String pair(Object values, int place) {
    String imaginary = word(values, 2 * place + 1);
    String sign = imaginary.startsWith("-") ? "" : "+";
    return word(values, 2 * place) + sign + imaginary + "i";
  }

  private static String word(Object values, int place) {
    return switch (values) {
      case byte[] bytes -> Byte.toString(bytes[place]);
      case int[] ints -> Integer.toString(ints[place]);
      case long[] longs -> Long.toString(longs[place]);
      case float[] floats -> Text.format("%.6g", floats[place]);
      case double[] doubles -> Text.format("%.6g", doubles[place]);
      default -> throw new IllegalArgumentException("no array of elements: " + values);
    };
  }

  /** Writes the matrices of all shown indices from a dimension on. */
  private void matrices(long[] index, int dimension) {
    if (dimension >= dimensions - 2) {
      matrix(index);
      return;
    }
    for (long one : shown[dimension]) {
      if (one == GAP) {
        text.append(DOTS).append('\n');
      } else {
        index[dimension] = one;
        matrices(index, dimension + 1);
      }
    }
  }

  private void matrix(long[] index) {
    if (dimensions > 2) {
      text.append('[');
      for (int d = 0; d < dimensions - 2; d++) {
        text.append(index[d]).append(", ");
      }
      text.append(":, :]\n");
    }
    int first = next;
    int perLine = Math.max(1, (LINE - labelWidth) / (width + 2));
    for (int from = 0; from < columns.length; from += perLine) {
      next = first;
      panel(from, Math.min(columns.length, from + perLine));
    }
  }

  /** Writes the columns of a matrix from one up to another. */
  private void panel(int from, int to) {
    right("", labelWidth);
    for (int column = from; column < to; column++) {
      cell(label(columns[column]));
    }
    text.append('\n');
    for (long row : rows) {
      right(dimensions == 1 ? "" : label(row), labelWidth);
      for (int column = 0; column < columns.length; column++) {
        boolean gap = row == GAP || columns[column] == GAP;
        String word = gap ? DOTS : values[next++];
        if (column >= from && column < to) {
          cell(word);
        }
      }
      text.append('\n');
    }
  }

  private void cell(String word) {
    right(word, width + 2);
  }

  private void right(String word, int characters) {
    text.repeat(' ', characters - word.length()).append(word);
  }
}
