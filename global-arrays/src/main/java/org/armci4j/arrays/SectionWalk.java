package org.armci4j.arrays;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.armci4j.arrays.SectionOperand.ViewMaker;

/**
 * Goes through parts of a section, such as a rank's own ones in the order of its memory, and
 * through the same elements of other sections beside it. A piece is a part of a row that fits a
 * small buffer, so that loops over a piece run in the first cache. Dimensions without gaps in all
 * sections are one row. Elements of other ranks are copied tile by tile, of which some are under
 * way while one is read.
 *
 * @param <V> the type of views of the elements
 */
final class SectionWalk<V extends BlockView> implements AutoCloseable {
  /** Most elements of a piece that is copied to a buffer. */
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

  /** Most elements of a section of which copies are kept. */
  static final int TILE = 1 << 17;

  /** Tiles whose copies are kept: the one that is read, and those that are under way. */
  private static final int TILES = 4;

  private final boolean indexed;
  private final int most;
  private final Iterator<Patch> parts;

  /** The part of the last tile that has been started. */
  private Patch part;

  /** The tiles of that part; null before the first and after the last part. */
  private PatchTiles tiles;

  /** The tile that is read. */
  private SectionTile<V> current;

  private final ArrayDeque<SectionTile<V>> idle = new ArrayDeque<>();
  private final ArrayDeque<SectionTile<V>> started = new ArrayDeque<>();

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
   * @param most elements of a piece
   * @param parts the parts of the first section to walk through; none is empty
   * @param sections the section to walk, and others of the same sizes
   */
  SectionWalk(
      boolean indexed,
      int most,
      ViewMaker<V> maker,
      Iterable<Patch> parts,
      List<? extends ArraySection<?>> sections) {
    this.indexed = indexed;
    this.most = most;
    Patch walked = sections.getFirst().patch();
    this.parts = parts.iterator();
    this.place = new long[walked.dimensions()];
    this.rowOffsets = new long[sections.size()];
    this.elementBytes = new int[sections.size()];
    List<SectionOperand<?, V>> operands = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      operands.add(new SectionOperand<>(maker, sections.get(i), walked));
      elementBytes[i] = sections.get(i).array().elementBytes();
    }
    SectionTile<V> first = new SectionTile<>(sections.getFirst().array().home().armci(), operands);
    idle.add(first);
    while (idle.size() < TILES) {
      idle.add(first.another());
    }
  }

  /** Goes to the next piece; returns false after the last one. */
  boolean next() {
    done += count;
    if (done == rowElements && !nextRow() && !nextTile()) {
      return false;
    }
    count = (int) Math.min(most, rowElements - done);
    return true;
  }

  private boolean nextRow() {
    for (int d = outer - 1; d >= 0; d--) {
      place[d]++;
      if (place[d] < current.patch().extent(d)) {
        startRow();
        return true;
      }
      place[d] = 0;
    }
    return false;
  }

  private boolean nextTile() {
    if (current != null) {
      idle.add(current);
    }
    while (!idle.isEmpty() && startTile(idle.getFirst())) {
      started.add(idle.removeFirst());
    }
    current = started.pollFirst();
    if (current == null) {
      return false;
    }
    current.await();
    outer = Math.max(indexed ? place.length - 1 : 0, current.denseFrom());
    rowElements = 1;
    for (int d = outer; d < place.length; d++) {
      rowElements *= current.patch().extent(d);
    }
    Arrays.fill(place, 0);
    startRow();
    return true;
  }

  /** Begins to copy the next tile; returns false after the last one. */
  private boolean startTile(SectionTile<V> tile) {
    while (tiles == null || !tiles.next()) {
      tiles = null;
      if (!parts.hasNext()) {
        return false;
      }
      part = parts.next();
      tiles = new PatchTiles(part, tile.isCopied(part) ? TILE / TILES : Long.MAX_VALUE);
    }
    tile.start(part, tiles.tile());
    return true;
  }

  /** Waits for the copies that are under way after an exception. */
  @Override
  public void close() {
    started.forEach(SectionTile::await);
    idle.forEach(SectionTile::await);
  }

  private void startRow() {
    done = 0;
    for (int i = 0; i < rowOffsets.length; i++) {
      rowOffsets[i] = current.operand(i).offset(place);
    }
  }

  /** Returns the view in which a section's part of the piece lies. */
  V view(int section) {
    return current.operand(section).view();
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
      into[d] = current.patch().lower(d) + place[d];
    }
    into[into.length - 1] += done;
  }
}
