package org.armci4j.arrays.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.NativeMemory;

/**
 * Transposes matrices of any type of elements, tile by tile. A tile is turned while it is copied to
 * a buffer in the first cache, and written from there row by row. So both matrices are read and
 * written in runs. Single elements in rows a power of two apart would push each other out of the
 * cache. For one thread at a time.
 */
public final class Transposition {
  private static final int TILE = 32;

  private final int elementBytes;

  /** The rows of a transposed tile. */
  private final MemorySegment turned;

  /**
   * @param elementBytes 1, 4, 8 or 16
   */
  public Transposition(int elementBytes) {
    this.elementBytes = elementBytes;
    this.turned = Arena.ofAuto().allocate((long) TILE * TILE * elementBytes, Long.BYTES);
  }

  /**
   * Writes the transposed matrix. Both are in native memory of arenas.
   *
   * @param source row-major
   * @param first first byte of the source
   * @param sourceStep bytes from one row of the source to the next
   * @param rows of the source
   * @param columns of the source
   * @param target receives {@code columns} rows of {@code rows} elements
   * @param offset first byte of the target
   * @param targetStep bytes from one row of the target to the next
   */
  public void transpose(
      MemorySegment source,
      long first,
      long sourceStep,
      long rows,
      long columns,
      MemorySegment target,
      long offset,
      long targetStep) {
    for (long row = 0; row < rows; row += TILE) {
      int height = (int) Math.min(TILE, rows - row);
      for (long column = 0; column < columns; column += TILE) {
        int width = (int) Math.min(TILE, columns - column);
        long from = first + row * sourceStep + column * elementBytes;
        switch (elementBytes) {
          case Byte.BYTES -> turnBytes(source, from, sourceStep, height, width);
          case Integer.BYTES -> turnInts(source, from, sourceStep, height, width);
          case Long.BYTES -> turnLongs(source, from, sourceStep, height, width);
          default -> turnPairs(source, from, sourceStep, height, width);
        }
        long to = offset + column * targetStep + row * elementBytes;
        write(target, to, targetStep, height, width);
      }
    }
  }

  private void turnBytes(MemorySegment source, long from, long step, int height, int width) {
    MemorySegment memory = NativeMemory.exact(source);
    MemorySegment tile = NativeMemory.exact(turned);
    for (int i = 0; i < height; i++) {
      long row = from + i * step;
      for (int j = 0; j < width; j++) {
        tile.set(JAVA_BYTE, (long) j * TILE + i, memory.get(JAVA_BYTE, row + j));
      }
    }
  }

  private void turnInts(MemorySegment source, long from, long step, int height, int width) {
    MemorySegment memory = NativeMemory.exact(source);
    MemorySegment tile = NativeMemory.exact(turned);
    for (int i = 0; i < height; i++) {
      long row = from + i * step;
      for (int j = 0; j < width; j++) {
        int element = memory.get(JAVA_INT_UNALIGNED, row + (long) j * Integer.BYTES);
        tile.set(JAVA_INT_UNALIGNED, ((long) j * TILE + i) * Integer.BYTES, element);
      }
    }
  }

  private void turnLongs(MemorySegment source, long from, long step, int height, int width) {
    MemorySegment memory = NativeMemory.exact(source);
    MemorySegment tile = NativeMemory.exact(turned);
    for (int i = 0; i < height; i++) {
      long row = from + i * step;
      for (int j = 0; j < width; j++) {
        long element = memory.get(JAVA_LONG_UNALIGNED, row + (long) j * Long.BYTES);
        tile.set(JAVA_LONG_UNALIGNED, ((long) j * TILE + i) * Long.BYTES, element);
      }
    }
  }

  private void turnPairs(MemorySegment source, long from, long step, int height, int width) {
    MemorySegment memory = NativeMemory.exact(source);
    MemorySegment tile = NativeMemory.exact(turned);
    for (int i = 0; i < height; i++) {
      for (int j = 0; j < width; j++) {
        long at = from + i * step + (long) j * 2 * Long.BYTES;
        long to = ((long) j * TILE + i) * 2 * Long.BYTES;
        tile.set(JAVA_LONG_UNALIGNED, to, memory.get(JAVA_LONG_UNALIGNED, at));
        tile.set(
            JAVA_LONG_UNALIGNED, to + Long.BYTES, memory.get(JAVA_LONG_UNALIGNED, at + Long.BYTES));
      }
    }
  }

  private void write(MemorySegment target, long to, long step, int height, int width) {
    MemorySegment memory = NativeMemory.exact(target);
    MemorySegment tile = NativeMemory.exact(turned);
    long rowBytes = (long) TILE * elementBytes;
    for (int j = 0; j < width; j++) {
      MemorySegment.copy(tile, j * rowBytes, memory, to + j * step, (long) height * elementBytes);
    }
  }
}
