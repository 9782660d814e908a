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

  private boolean copied;
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

  /**
   * Goes to a part of the walked patch, which has elements, and returns whether the elements are
   * read from copies.
   *
   * @param most elements of a tile that is copied
   */
  boolean startPart(Patch own, long most) {
    Patch mine = own.movedFrom(walked, patch);
    int slot = array.distribution().slotWith(array.group().rank(), mine);
    copied = slot < 0;
    if (copied) {
      long bytes = Math.min(most, own.elements()) * array.elementBytes();
      if (copy.byteSize() < bytes) {
        copy = Arena.ofAuto().allocate(bytes, array.elementBytes());
      }
    } else {
      view = blocks.get(slot);
    }
    return copied;
  }

  /** Goes to a tile of the walked patch; the copy is complete when the handle is. */
  void start(Patch tile, Handle handle) {
    part = tile.movedFrom(walked, patch);
    if (copied) {
      array.nbGet(part, LocalBuffer.ofSegment(copy, 0), handle);
      view = maker.view(array, part, copyLayout, copy);
    }
    start = 0;
    for (int d = 0; d < part.dimensions(); d++) {
      start += view.place(d, part.lower(d)) * view.stepBytes(d);
    }
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
