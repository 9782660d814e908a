package org.armci4j.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.Transposition;

/**
 * The part of a transposition that one block of this rank has: straight from the blocks that loads
 * reach, and otherwise tile by tile, of which one is turned while the next one arrives.
 */
final class SectionTransposition<A> {
  private final ArraySection<A> target;
  private final GlobalArray<A> array;

  /** The whole source as the target counts it. */
  private final Patch mirrored;

  private final BlockView view;
  private final int elementBytes;
  private final Transposition transposition;

  /**
   * @param view a block of the target's array
   */
  SectionTransposition(ArraySection<A> target, BlockView view, ArraySection<A> source) {
    this.target = target;
    this.array = source.array();
    this.mirrored = source.patch().mirrored();
    this.view = view;
    this.elementBytes = array.layout().elementBytes();
    this.transposition = new Transposition(elementBytes);
  }

  /** Sets the block's part of the target. */
  void run() {
    Patch own = view.patch().intersection(target.patch());
    if (own.isEmpty()) {
      return;
    }
    Patch wanted = own.movedFrom(target.patch(), mirrored).mirrored();
    for (PatchPart part : array.distribution().owners(wanted)) {
      MemorySegment block = array.memory().view(array.home().ranks()[part.owner()]);
      if (block == null) {
        fetch(part.patch());
      } else {
        turnInPlace(part.patch(), block);
      }
    }
  }

  private void turnInPlace(Patch part, MemorySegment block) {
    long row = part.lower(0);
    long column = part.lower(1);
    BlockLayout layout = array.layout();
    long step = layout.extent(1, array.distribution().blockOf(1, column)) * elementBytes;
    turn(part, block, layout.offset(row, column), step);
  }

  private void fetch(Patch part) {
    long bytes = Math.min(SectionWalk.TILE, part.elements()) * elementBytes;
    List<MemorySegment> buffers =
        List.of(
            Arena.ofAuto().allocate(bytes, elementBytes),
            Arena.ofAuto().allocate(bytes, elementBytes));
    Handle handle = array.home().armci().newHandle();
    PatchTiles tiles = new PatchTiles(part, SectionWalk.TILE);
    Patch next = start(tiles, buffers.get(0), handle);
    for (int i = 0; next != null; i ^= 1) {
      Patch tile = next;
      handle.await();
      next = start(tiles, buffers.get(i ^ 1), handle);
      turn(tile, buffers.get(i), 0, tile.extent(1) * elementBytes);
    }
  }

  /** Starts to get the next tile, and returns it; null after the last one. */
  private Patch start(PatchTiles tiles, MemorySegment buffer, Handle handle) {
    if (!tiles.next()) {
      return null;
    }
    Patch tile = tiles.tile();
    array.nbGet(tile, LocalBuffer.ofSegment(buffer, 0), handle);
    return tile;
  }

  private void turn(Patch part, MemorySegment memory, long first, long step) {
    Patch place = part.mirrored().movedFrom(mirrored, target.patch());
    transposition.transpose(
        memory,
        first,
        step,
        part.extent(0),
        part.extent(1),
        view.segment(),
        view.offset(place.lower(0), place.lower(1)),
        view.stepBytes(0));
  }
}
