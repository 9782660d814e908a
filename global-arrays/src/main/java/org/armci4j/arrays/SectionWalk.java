package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.arrays.SectionOperand.ViewMaker;

/**
 * Goes through a rank's own part of a section in the order of its memory, block by block, and
 * through the same elements of other sections beside it. A piece is a part of a row that fits a
 * small buffer, so that loops over a piece run in the first cache. Dimensions without gaps in all
 * sections are one row. Elements of other ranks are copied tile by tile.
 *
 * @param <V> the type of views of the elements
 */
final class SectionWalk<V extends BlockView> {
  /** Most elements of a piece. */
  static final int PIECE = 1024;

  /** What happens to the elements of the first section. */
  enum Purpose {
    NONE(false, false),
    READ(true, false),
    WRITE(false, true),
    UPDATE(true, true);

    private final boolean reads;
    private final boolean writes;

    Purpose(boolean reads, boolean writes) {
      this.reads = reads;
      this.writes = writes;
    }

    boolean reads() {
      return reads;
    }

    boolean writes() {
      return writes;
    }
  }

  /** Most elements of a section that are copied together. */
  static final int TILE = 1 << 17;

  private final boolean indexed;
  private final List<SectionOperand<?, V>> operands = new ArrayList<>();

  /** The own part in each block. */
  private final Iterator<Patch> parts;

  /** Makes a handle for copies. */
  private final Armci armci;

  /** Tracks the copies; null before the first ones. */
  private Handle handle;

  /** The tiles of the current part; null before the first one. */
  private PatchTiles tiles;

  private boolean copied;
  private Patch tile;

  /** Dimensions that are walked row by row; the others are one row. */
  private int outer;

  /** First element of the current row, counted from the tile's first element. */
  private final long[] place;

  private final long[] rowOffsets;
  private final int[] elementBytes;
  private long rowElements;
  private long done;
  private int count;

  /**
   * @param indexed whether {@link #index} is used, so that a row ends with the last dimension
   * @param sections the section to walk, and others of the same sizes
   */
  SectionWalk(boolean indexed, ViewMaker<V> maker, List<? extends ArraySection<?>> sections) {
    this.indexed = indexed;
    Patch walked = sections.getFirst().patch();
    this.parts = OwnParts.of(sections.getFirst()).iterator();
    this.armci = sections.getFirst().array().home().armci();
    this.place = new long[walked.dimensions()];
    this.rowOffsets = new long[sections.size()];
    this.elementBytes = new int[sections.size()];
    for (int i = 0; i < sections.size(); i++) {
      operands.add(new SectionOperand<>(maker, sections.get(i), walked));
      elementBytes[i] = sections.get(i).array().elementBytes();
    }
  }

  /** Goes to the next piece; returns false after the last one. */
  boolean next() {
    done += count;
    if (done == rowElements && !nextRow() && !nextTile()) {
      return false;
    }
    count = (int) Math.min(PIECE, rowElements - done);
    return true;
  }

  private boolean nextRow() {
    for (int d = outer - 1; d >= 0; d--) {
      place[d]++;
      if (place[d] < tile.extent(d)) {
        startRow();
        return true;
      }
      place[d] = 0;
    }
    return false;
  }

  private boolean nextTile() {
    while (tiles == null || !tiles.next()) {
      if (!parts.hasNext()) {
        return false;
      }
      startPart(parts.next());
    }
    tile = tiles.tile();
    for (SectionOperand<?, V> operand : operands) {
      operand.start(tile, handle);
    }
    if (copied) {
      handle.await();
    }
    outer = indexed ? place.length - 1 : 0;
    for (SectionOperand<?, V> operand : operands) {
      outer = Math.max(outer, operand.denseFrom());
    }
    rowElements = 1;
    for (int d = outer; d < place.length; d++) {
      rowElements *= tile.extent(d);
    }
    Arrays.fill(place, 0);
    startRow();
    return true;
  }

  private void startPart(Patch part) {
    copied = false;
    for (SectionOperand<?, V> operand : operands) {
      copied |= operand.startPart(part, TILE);
    }
    if (copied && handle == null) {
      handle = armci.newHandle();
    }
    tiles = new PatchTiles(part, copied ? TILE : Long.MAX_VALUE);
  }

  private void startRow() {
    done = 0;
    for (int i = 0; i < rowOffsets.length; i++) {
      rowOffsets[i] = operands.get(i).offset(place);
    }
  }

  /** Returns the view in which a section's part of the piece lies. */
  V view(int section) {
    return operands.get(section).view();
  }

  /** Returns the first byte of a section's part of the piece. */
  long offset(int section) {
    return rowOffsets[section] + done * elementBytes[section];
  }

  /** Returns the number of elements of the piece. */
  int count() {
    return count;
  }

  /** Sets the indices of the piece's first element in the first section's array. */
  void index(long[] into) {
    for (int d = 0; d < into.length; d++) {
      into[d] = tile.lower(d) + place[d];
    }
    into[into.length - 1] += done;
  }
}
