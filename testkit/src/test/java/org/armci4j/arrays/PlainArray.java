package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.armci4j.Accumulation;
import org.armci4j.arrays.kernel.ElementKind;

/**
 * The model of a distributed array: all elements in one place, as whole numbers that every type
 * holds exactly, row-major. Patches are walked index by index.
 */
final class PlainArray {
  /** The imaginary part of a complex element is so many times its real part. */
  private static final long IMAGINARY = -3;

  final long[] shape;
  final long[] values;

  PlainArray(long... shape) {
    this.shape = shape;
    long size = 1;
    for (long one : shape) {
      size *= one;
    }
    this.values = new long[(int) size];
  }

  /** Returns a whole number as a complex element. */
  static Complex complex(long value) {
    return new Complex(value, IMAGINARY * value);
  }

  /** Gets each element of a patch, in row-major order. */
  interface Visitor {
    /**
     * Gets one element.
     *
     * @param place of the element in {@link #values}
     * @param number of the element in the patch
     */
    void visit(int place, int number);
  }

  void forEach(Patch patch, Visitor visitor) {
    long elements = patch.elements();
    for (int number = 0; number < elements; number++) {
      visitor.visit(place(index(patch, number)), number);
    }
  }

  /** Returns the indices of an element by its number in a patch. */
  static long[] index(Patch patch, long number) {
    long[] index = new long[patch.dimensions()];
    long rest = number;
    for (int d = index.length - 1; d >= 0; d--) {
      index[d] = patch.lower(d) + rest % patch.extent(d);
      rest /= patch.extent(d);
    }
    return index;
  }

  int place(long[] index) {
    long place = 0;
    for (int d = 0; d < shape.length; d++) {
      place = place * shape[d] + index[d];
    }
    return (int) place;
  }

  /** Returns any patch, sometimes an empty one or a single row. */
  Patch anyPatch(RandomGenerator random) {
    long[] lower = new long[shape.length];
    long[] sizes = new long[shape.length];
    for (int d = 0; d < shape.length; d++) {
      lower[d] = random.nextLong(shape[d]);
      long most = shape[d] - lower[d];
      sizes[d] = random.nextInt(3) == 0 ? most : random.nextLong(1, most + 1);
    }
    if (random.nextInt(20) == 0) {
      sizes[random.nextInt(sizes.length)] = 0;
    }
    return Patch.at(lower).size(sizes);
  }

  /** Sets the elements of an array. Collective. */
  void store(GlobalArray<?> array) {
    switch (array) {
      case FloatingArray<?> numbers -> numbers.map((index, _) -> values[place(index)]);
      case IntegralArray<?> numbers -> numbers.map((index, _) -> values[place(index)]);
      case ComplexArray<?> numbers -> numbers.map((index, _) -> complex(values[place(index)]));
    }
  }

  /** Compares all elements with those of a distributed array, after a cast to bytes for bytes. */
  @SuppressWarnings("unchecked") // the kind is that of the array's elements
  <A> void requireEqual(GlobalArray<A> array, ElementKind kind) {
    A found = (A) array(kind, values.length);
    array.get(array.distribution().whole(), found);
    MemorySegment segment = ElementKind.segment(found);
    for (int i = 0; i < values.length; i++) {
      int at = i;
      assertEquals(values[i], read(kind, segment, i), () -> array + " at " + at);
    }
  }

  /** Keeps of all elements what their type holds. */
  void round(ElementKind kind) {
    if (kind == ElementKind.BYTE) {
      Arrays.setAll(values, i -> (byte) values[i]);
    }
  }

  /** Returns a Java array of zeros. */
  static Object array(ElementKind kind, int length) {
    return switch (kind) {
      case BYTE -> new byte[length];
      case INT -> new int[length];
      case LONG -> new long[length];
      case FLOAT -> new float[length];
      case DOUBLE -> new double[length];
      case COMPLEX_FLOAT -> new float[2 * length];
      case COMPLEX_DOUBLE -> new double[2 * length];
    };
  }

  /** Reads an element. Of a complex one, the imaginary part is that of {@link #write}. */
  static long read(ElementKind kind, MemorySegment segment, long element) {
    if (kind.numbers() == 2) {
      long real = read(kind.number(), segment, 2 * element);
      assertEquals(IMAGINARY * real, read(kind.number(), segment, 2 * element + 1));
      return real;
    }
    return switch (kind) {
      case BYTE -> segment.get(ValueLayout.JAVA_BYTE, element);
      case INT -> segment.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, element);
      case LONG -> segment.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, element);
      case FLOAT -> (long) segment.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, element);
      default -> (long) segment.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, element);
    };
  }

  static void write(ElementKind kind, MemorySegment segment, long element, long value) {
    switch (kind) {
      case BYTE -> segment.set(ValueLayout.JAVA_BYTE, element, (byte) value);
      case INT -> segment.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, element, (int) value);
      case LONG -> segment.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, element, value);
      case FLOAT -> segment.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, element, (float) value);
      case DOUBLE -> segment.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, element, (double) value);
      case COMPLEX_FLOAT, COMPLEX_DOUBLE -> {
        write(kind.number(), segment, 2 * element, value);
        write(kind.number(), segment, 2 * element + 1, IMAGINARY * value);
      }
    }
  }

  static Accumulation sum(ElementKind kind, int factor) {
    return switch (kind) {
      case INT -> Accumulation.ofInt(factor);
      case LONG -> Accumulation.ofLong(factor);
      case FLOAT -> Accumulation.ofFloat(factor);
      case DOUBLE -> Accumulation.ofDouble(factor);
      case COMPLEX_FLOAT -> Accumulation.ofComplexFloat(factor, 0);
      case COMPLEX_DOUBLE -> Accumulation.ofComplexDouble(factor, 0);
      case BYTE -> throw new IllegalArgumentException("bytes");
    };
  }
}
