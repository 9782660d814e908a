package org.armci4j.arrays;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.error.ArmciException;

/** A rank's own block as complex numbers, as {@link ComplexArray#view} gives it. */
public final class ComplexView extends BlockView {
  private final ElementKind number;

  ComplexView(GlobalArray<?> array, Patch own, BlockLayout layout, MemorySegment segment) {
    super(array, own, layout, segment);
    this.number = array.parts().kind().number();
  }

  /**
   * Reads an element.
   *
   * @param index its indices in the whole array
   * @return its value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public Complex get(long... index) {
    return load(number, exact(), offset(index));
  }

  /**
   * Writes an element.
   *
   * @param value the new value
   * @param index its indices in the whole array
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public void set(Complex value, long... index) {
    store(number, exact(), offset(index), Objects.requireNonNull(value, "value"));
  }

  /** Reads a pair of numbers of a type. */
  static Complex load(ElementKind number, MemorySegment memory, long offset) {
    return number == ElementKind.DOUBLE
        ? new Complex(
            memory.get(JAVA_DOUBLE_UNALIGNED, offset),
            memory.get(JAVA_DOUBLE_UNALIGNED, offset + Double.BYTES))
        : new Complex(
            memory.get(JAVA_FLOAT_UNALIGNED, offset),
            memory.get(JAVA_FLOAT_UNALIGNED, offset + Float.BYTES));
  }

  /** Writes a pair of numbers of a type. */
  static void store(ElementKind number, MemorySegment memory, long offset, Complex value) {
    if (number == ElementKind.DOUBLE) {
      memory.set(JAVA_DOUBLE_UNALIGNED, offset, value.real());
      memory.set(JAVA_DOUBLE_UNALIGNED, offset + Double.BYTES, value.imaginary());
    } else {
      memory.set(JAVA_FLOAT_UNALIGNED, offset, (float) value.real());
      memory.set(JAVA_FLOAT_UNALIGNED, offset + Float.BYTES, (float) value.imaginary());
    }
  }
}
