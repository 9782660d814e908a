package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.error.ArmciException;

/**
 * A rank's own block as double values, as {@link FloatingArray#view} gives it. Walks through
 * complex arrays see two numbers an element in it.
 */
public final class FloatingView extends BlockView {
  private final ElementKind kind;

  FloatingView(GlobalArray<?> array, Patch own, BlockLayout layout, MemorySegment segment) {
    super(array, own, layout, segment);
    this.kind = array.parts().kind().number();
  }

  double load(long offset) {
    return kind == ElementKind.DOUBLE
        ? exact().get(ValueLayout.JAVA_DOUBLE, offset)
        : exact().get(ValueLayout.JAVA_FLOAT, offset);
  }

  void store(long offset, double value) {
    if (kind == ElementKind.DOUBLE) {
      exact().set(ValueLayout.JAVA_DOUBLE, offset, value);
    } else {
      exact().set(ValueLayout.JAVA_FLOAT, offset, (float) value);
    }
  }

  /**
   * Reads an element of a block of 1 dimension.
   *
   * @param index its index in the whole array
   * @return its value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public double get(long index) {
    return load(offset1(index));
  }

  /**
   * Writes an element of a block of 1 dimension.
   *
   * @param index its index in the whole array
   * @param value the new value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public void set(long index, double value) {
    store(offset1(index), value);
  }

  /**
   * Reads an element of a block of 2 dimensions.
   *
   * @param i its first index in the whole array
   * @param j its second index
   * @return its value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public double get(long i, long j) {
    return load(offset2(i, j));
  }

  /**
   * Writes an element of a block of 2 dimensions.
   *
   * @param i its first index in the whole array
   * @param j its second index
   * @param value the new value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public void set(long i, long j, double value) {
    store(offset2(i, j), value);
  }

  /**
   * Reads an element of a block of 3 dimensions.
   *
   * @param i its first index in the whole array
   * @param j its second index
   * @param k its third index
   * @return its value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public double get(long i, long j, long k) {
    return load(offset3(i, j, k));
  }

  /**
   * Writes an element of a block of 3 dimensions.
   *
   * @param i its first index in the whole array
   * @param j its second index
   * @param k its third index
   * @param value the new value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public void set(long i, long j, long k, double value) {
    store(offset3(i, j, k), value);
  }

  /**
   * Reads an element of a block of any number of dimensions.
   *
   * @param index its indices in the whole array
   * @return its value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public double get(long[] index) {
    return load(offset(index));
  }

  /**
   * Writes an element of a block of any number of dimensions.
   *
   * @param index its indices in the whole array
   * @param value the new value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public void set(long[] index, double value) {
    store(offset(index), value);
  }

  /** Reads numbers that follow each other in memory. */
  void read(long offset, double[] into, int count) {
    if (kind == ElementKind.DOUBLE) {
      MemorySegment.copy(exact(), ValueLayout.JAVA_DOUBLE, offset, into, 0, count);
      return;
    }
    MemorySegment memory = exact();
    for (int i = 0; i < count; i++) {
      into[i] = memory.get(ValueLayout.JAVA_FLOAT, offset + (long) i * Float.BYTES);
    }
  }

  /** Writes numbers that follow each other in memory. */
  void write(long offset, double[] from, int count) {
    if (kind == ElementKind.DOUBLE) {
      MemorySegment.copy(from, 0, exact(), ValueLayout.JAVA_DOUBLE, offset, count);
      return;
    }
    MemorySegment memory = exact();
    for (int i = 0; i < count; i++) {
      memory.set(ValueLayout.JAVA_FLOAT, offset + (long) i * Float.BYTES, (float) from[i]);
    }
  }
}
