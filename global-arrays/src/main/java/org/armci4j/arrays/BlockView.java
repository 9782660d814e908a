package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.armci4j.arrays.files.BlockFile;
import org.armci4j.arrays.files.NpyHeader;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.NativeMemory;

/**
 * A rank's own block of an array, with its ghosts, in its own memory. Elements are named by their
 * indices in the whole array. A ghost's index is below {@link #lower} or from {@link #upper} on,
 * also where that leaves the array.
 *
 * <p>Plain reads and writes: {@link GlobalArray#sync} separates them from transfers of other ranks.
 */
public abstract sealed class BlockView permits FloatingView, IntegralView, ComplexView {
  private final GlobalArray<?> array;
  private final Patch own;
  private final MemorySegment segment;

  /** First index, and number of indices, of each dimension with its ghosts. */
  private final long[] first;

  private final long[] extents;

  /** Byte distance of neighbours in each dimension. */
  private final long[] steps;

  /**
   * @param own the elements in the segment, without ghosts
   */
  BlockView(GlobalArray<?> array, Patch own, BlockLayout layout, MemorySegment segment) {
    this.array = array;
    this.own = own;
    int dimensions = own.dimensions();
    this.segment = segment;
    this.first = new long[dimensions];
    this.extents = new long[dimensions];
    this.steps = new long[dimensions];
    long step = layout.elementBytes();
    for (int d = dimensions - 1; d >= 0; d--) {
      first[d] = own.lower(d) - layout.ghosts(d);
      extents[d] = own.isEmpty() ? 0 : own.extent(d) + 2L * layout.ghosts(d);
      steps[d] = step;
      step *= extents[d];
    }
  }

  /**
   * Returns the elements of the block, without ghosts.
   *
   * @return the patch that the rank owns
   */
  public final Patch patch() {
    return own;
  }

  /**
   * Returns the first index of a dimension.
   *
   * @param dimension from 0 on
   * @return the lower limit, without ghosts
   * @throws IndexOutOfBoundsException when there is no such dimension
   */
  public final long lower(int dimension) {
    return own.lower(dimension);
  }

  /**
   * Returns the first index of a dimension that is outside the block.
   *
   * @param dimension from 0 on
   * @return the upper limit, without ghosts
   * @throws IndexOutOfBoundsException when there is no such dimension
   */
  public final long upper(int dimension) {
    return own.upper(dimension);
  }

  /**
   * Returns the memory of the block with its ghosts, row-major.
   *
   * @return the block's own memory, not a copy
   */
  public final MemorySegment segment() {
    return segment;
  }

  /** Returns the same memory, of whose class the JIT then knows. */
  final MemorySegment exact() {
    return NativeMemory.exact(segment);
  }

  /**
   * Returns the distance of neighbours in memory.
   *
   * @param dimension the one in which they are neighbours
   * @return in bytes
   * @throws IndexOutOfBoundsException when there is no such dimension
   */
  public final long stepBytes(int dimension) {
    return steps[dimension];
  }

  /**
   * Returns where an element lies.
   *
   * @param index the element, in indices of the whole array
   * @return its first byte in {@link #segment}
   * @throws ArmciException when the element is not in the block or its ghosts
   */
  public final long offset(long... index) {
    requireDimensions(Objects.requireNonNull(index, "index").length);
    long offset = 0;
    for (int d = 0; d < index.length; d++) {
      offset += part(d, index[d]);
    }
    return offset;
  }

  final long offset1(long index) {
    requireDimensions(1);
    return part(0, index);
  }

  final long offset2(long i, long j) {
    requireDimensions(2);
    return part(0, i) + part(1, j);
  }

  final long offset3(long i, long j, long k) {
    requireDimensions(3);
    return part(0, i) + part(1, j) + part(2, k);
  }

  /** Returns the bytes that an index adds to the offset of its element. */
  private long part(int dimension, long index) {
    long place = index - first[dimension];
    if (place < 0 || place >= extents[dimension]) {
      throw outside(dimension, index);
    }
    return place * steps[dimension];
  }

  private void requireDimensions(int count) {
    if (count != steps.length) {
      throw new ArmciException(
          Text.format(
              "an element of array %s has %d indices, not %d", array.name(), steps.length, count));
    }
  }

  private ArmciException outside(int dimension, long index) {
    return new ArmciException(
        Text.format(
            "index %d of dimension %d is outside rank %d's block %s of array %s, which has the"
                + " indices %d to %d there with its ghosts",
            index,
            dimension,
            own.isEmpty() ? array.home().armci().rank() : owner(),
            own,
            array.name(),
            first[dimension],
            first[dimension] + extents[dimension] - 1));
  }

  /** Returns the rank in the job that owns the block. */
  private int owner() {
    long[] first = new long[steps.length];
    Arrays.setAll(first, own::lower);
    return array.home().ranks()[array.distribution().ownerOf(first)];
  }

  /** Returns a part of the block, or of its ghosts, as the local side of a transfer. */
  final <A> LocalBuffer<A> buffer(Patch part) {
    long offset = 0;
    for (int d = 0; d < steps.length; d++) {
      offset += place(d, part.lower(d)) * steps[d];
    }
    long[] leading = Arrays.copyOfRange(extents, 1, extents.length);
    return LocalBuffer.ofSegment(segment, offset / steps[steps.length - 1], leading);
  }

  /** Returns the copier between the block and the file of its array. */
  final BlockFile file(NpyHeader header) {
    int dimensions = steps.length;
    long[] lower = new long[dimensions];
    long[] sizes = new long[dimensions];
    long offset = 0;
    for (int d = 0; d < dimensions; d++) {
      lower[d] = own.lower(d);
      sizes[d] = own.extent(d);
      offset += place(d, lower[d]) * steps[d];
    }
    return new BlockFile(segment, new BlockFile.BlockPlace(lower, sizes, offset, steps), header);
  }

  /** Returns how many indices of the block in memory, ghosts too, lie before an index. */
  final long place(int dimension, long index) {
    return index - first[dimension];
  }

  /** Returns the outermost dimension of the runs without gaps of a part of the block. */
  final int denseFrom(Patch part) {
    int dimension = steps.length - 1;
    while (dimension > 0 && part.extent(dimension) == extents[dimension]) {
      dimension--;
    }
    return dimension;
  }
}
