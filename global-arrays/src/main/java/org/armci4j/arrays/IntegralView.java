package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.error.ArmciException;

/** A rank's own block as long values, as {@link IntegralArray#view} gives it. */
public final class IntegralView extends BlockView {
  private final ElementKind kind;

  IntegralView(GlobalArray<?> array, Patch own, BlockLayout layout, MemorySegment segment) {
    super(array, own, layout, segment);
    this.kind = array.parts().kind();
  }

  long load(long offset) {
    return switch (kind) {
      case LONG -> exact().get(ValueLayout.JAVA_LONG, offset);
      case INT -> exact().get(ValueLayout.JAVA_INT, offset);
      default -> exact().get(ValueLayout.JAVA_BYTE, offset);
    };
  }

  void store(long offset, long value) {
    switch (kind) {
      case LONG -> exact().set(ValueLayout.JAVA_LONG, offset, value);
      case INT -> exact().set(ValueLayout.JAVA_INT, offset, (int) value);
      default -> exact().set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }
  }

  /**
   * Reads an element of a block of 1 dimension.
   *
   * @param index its index in the whole array
   * @return its value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public long get(long index) {
    return load(offset1(index));
  }

  /**
   * Writes an element of a block of 1 dimension.
   *
   * @param index its index in the whole array
   * @param value the new value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public void set(long index, long value) {
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
  public long get(long i, long j) {
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
  public void set(long i, long j, long value) {
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
  public long get(long i, long j, long k) {
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
  public void set(long i, long j, long k, long value) {
    store(offset3(i, j, k), value);
  }

  /**
   * Reads an element of a block of any number of dimensions.
   *
   * @param index its indices in the whole array
   * @return its value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public long get(long[] index) {
    return load(offset(index));
  }

  /**
   * Writes an element of a block of any number of dimensions.
   *
   * @param index its indices in the whole array
   * @param value the new value
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public void set(long[] index, long value) {
    store(offset(index), value);
  }

  /** Reads elements that follow each other in memory. */
  void read(long offset, long[] into, int count) {
    MemorySegment memory = exact();
    if (kind == ElementKind.LONG) {
      MemorySegment.copy(memory, ValueLayout.JAVA_LONG, offset, into, 0, count);
    } else if (kind == ElementKind.INT) {
      for (int i = 0; i < count; i++) {
        into[i] = memory.get(ValueLayout.JAVA_INT, offset + (long) i * Integer.BYTES);
      }
    } else {
      for (int i = 0; i < count; i++) {
        into[i] = memory.get(ValueLayout.JAVA_BYTE, offset + i);
      }
    }
  }

  /** Writes elements that follow each other in memory. */
  void write(long offset, long[] from, int count) {
    MemorySegment memory = exact();
    if (kind == ElementKind.LONG) {
      MemorySegment.copy(from, 0, memory, ValueLayout.JAVA_LONG, offset, count);
    } else if (kind == ElementKind.INT) {
      for (int i = 0; i < count; i++) {
        memory.set(ValueLayout.JAVA_INT, offset + (long) i * Integer.BYTES, (int) from[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        memory.set(ValueLayout.JAVA_BYTE, offset + i, (byte) from[i]);
      }
    }
  }
}
