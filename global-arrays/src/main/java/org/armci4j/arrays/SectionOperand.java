package org.armci4j.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.Handle;

/**
 * The elements of a section that belong to a rank's own part of another section, of the same sizes.
 * They are read in place where a block of the rank has all of them, and otherwise from a copy of
 * one tile.
 *
 * @param <A> the type of Java arrays of the elements
 * @param <V> the type of views of them
 */
final class SectionOperand<A, V extends BlockView> {
  /** Makes a view of elements in this rank's memory. */
  @FunctionalInterface
  interface ViewMaker<V> {
    V view(GlobalArray<?> array, Patch box, BlockLayout layout, MemorySegment segment);
  }

  private final ViewMaker<V> maker;
  private final GlobalArray<A> array;
  private final Patch patch;
  private final Patch walked;

  /** This rank's blocks of the array. */
  private final List<V> blocks;

  /** The layout of copies. */
  private final BlockLayout copyLayout;

  /** Has room for a copy; empty before the first one. */
  private MemorySegment copy = MemorySegment.NULL;

  private V view;
  private Patch part;
  private long start;

  /**
   * @param walked the patch of the other section
   */
  SectionOperand(ViewMaker<V> maker, ArraySection<A> section, Patch walked) {
    this.maker = maker;
    this.array = section.array();
    this.patch = section.patch();
    this.walked = walked;
    this.blocks = array.ownBlocks(maker);
    this.copyLayout =
        new BlockLayout(array.distribution(), new int[array.dimensions()], array.elementBytes());
  }

  /** Reads the same elements as another operand, of another tile. */
  SectionOperand(SectionOperand<A, V> other) {
    this.maker = other.maker;
    this.array = other.array;
    this.patch = other.patch;
    this.walked = other.walked;
    this.blocks = other.blocks;
    this.copyLayout = other.copyLayout;
  }

  /** Returns whether the elements of a part of the walked patch, which has some, are copied. */
  boolean isCopied(Patch own) {
    return slot(own) < 0;
  }

  /** Returns the block of this rank that has all elements of a part; negative if there is none. */
  private int slot(Patch own) {
    return array.distribution().slotWith(array.group().rank(), own.movedFrom(walked, patch));
  }

  /** Goes to a tile of a part of the walked patch; the copy is complete when the handle is. */
  void start(Patch own, Patch tile, Handle handle) {
    part = tile.movedFrom(walked, patch);
    int slot = slot(own);
    if (slot < 0) {
      copy(handle);
    } else {
      view = blocks.get(slot);
    }
    start = 0;
    for (int d = 0; d < part.dimensions(); d++) {
      start += view.place(d, part.lower(d)) * view.stepBytes(d);
    }
  }

  private void copy(Handle handle) {
    long bytes = part.elements() * array.elementBytes();
    if (copy.byteSize() < bytes) {
      copy = Arena.ofAuto().allocate(bytes, array.elementBytes());
    }
    array.nbGet(part, LocalBuffer.ofSegment(copy, 0), handle);
    view = maker.view(array, part, copyLayout, copy);
  }

  V view() {
    return view;
  }

  /** Returns the outermost dimension of the tile's runs of elements without gaps. */
  int denseFrom() {
    return view.denseFrom(part);
  }

  /** Returns the first byte of an element, whose indices count from the tile's first element. */
  long offset(long[] place) {
    long offset = start;
    for (int d = 0; d < place.length; d++) {
      offset += place[d] * view.stepBytes(d);
    }
    return offset;
  }
}
