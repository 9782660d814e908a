package org.armci4j.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Handle;

/**
 * The elements of a section that belong to a rank's own part of another section, of the same sizes.
 * They are read in place where the rank owns all of them, and otherwise from a copy of one tile.
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

  /** The layout and memory of a copy; null for elements in place. */
  private final BlockLayout copyLayout;

  private final MemorySegment copy;

  private V view;
  private Patch part;
  private long start;

  /**
   * @param walked the patch of the other section
   * @param own the rank's part of that patch
   * @param most elements of a tile that is copied
   */
  SectionOperand(ViewMaker<V> maker, ArraySection<A> section, Patch walked, Patch own, long most) {
    this.maker = maker;
    this.array = section.array();
    this.patch = section.patch();
    this.walked = walked;
    Patch mine = own.movedFrom(walked, patch);
    if (mine.intersection(array.own()).equals(mine)) {
      this.copyLayout = null;
      this.copy = null;
      this.view = maker.view(array, array.own(), array.layout(), array.memory().local());
    } else {
      int bytes = array.layout().elementBytes();
      this.copyLayout = new BlockLayout(array.distribution(), new int[array.dimensions()], bytes);
      this.copy = Arena.ofAuto().allocate(Math.min(most, own.elements()) * bytes, bytes);
    }
  }

  /** Returns whether the elements are read from copies. */
  boolean isCopied() {
    return copy != null;
  }

  /** Goes to a tile of the walked patch; the copy is complete when the handle is. */
  void start(Patch tile, Handle handle) {
    part = tile.movedFrom(walked, patch);
    if (isCopied()) {
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
