package org.armci4j.lab.contracts;

import java.lang.reflect.Array;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.armci4j.Armci;
import org.armci4j.ElementBlock;
import org.armci4j.GlobalMemory;

/** Describes one type of elements of views; small whole numbers are exact in all of them. */
record ViewType<A>(
    int elementBytes,
    BiFunction<GlobalMemory, Integer, ElementBlock<A>> view,
    IntFunction<A> newArray) {

  static final List<ViewType<?>> ALL =
      List.of(
          new ViewType<>(8, GlobalMemory::doubles, double[]::new),
          new ViewType<>(4, GlobalMemory::floats, float[]::new),
          new ViewType<>(8, GlobalMemory::longs, long[]::new),
          new ViewType<>(4, GlobalMemory::ints, int[]::new));

  /** Checks one type. */
  interface TypeCheck {
    <A> void run(Armci armci, GlobalMemory memory, ViewType<A> type);
  }

  /** Runs a check with each type, each time on new memory. */
  static void each(Armci armci, ToLongFunction<ViewType<?>> blockBytes, TypeCheck check) {
    for (ViewType<?> type : ALL) {
      GlobalMemory memory = armci.allocate(blockBytes.applyAsLong(type));
      check.run(armci, memory, type);
      armci.barrier();
      armci.free(memory);
    }
  }

  /** Returns whether the elements are floating-point numbers. */
  boolean isFloating() {
    Object array = newArray.apply(0);
    return array instanceof double[] || array instanceof float[];
  }

  /** Returns a view of a rank's block. */
  ElementBlock<A> of(GlobalMemory memory, int rank) {
    return view.apply(memory, rank);
  }

  /** Returns an array that counts from {@code first} on, modulo 256, from −128 to 127. */
  A counting(int length, int first) {
    A array = newArray.apply(length);
    for (int i = 0; i < length; i++) {
      Array.setByte(array, i, (byte) (first + i));
    }
    return array;
  }

  /** Returns the values of an array of any type. */
  static double[] values(Object array) {
    double[] values = new double[Array.getLength(array)];
    for (int i = 0; i < values.length; i++) {
      values[i] = Array.getDouble(array, i);
    }
    return values;
  }
}
