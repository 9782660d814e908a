package org.armci4j.collectives.schedule;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Combiner;
import org.armci4j.kernel.Copies;
import org.armci4j.kernel.NativeMemory;

/**
 * Combines operands of any memory. Combiners take native memory alone, so that their loops are
 * compiled for it. An operand or a result in an array goes by way of native memory, in pieces that
 * stay in a near cache.
 */
final class Staging {
  /** A multiple of every element's size. */
  private static final long PIECE_BYTES = 8192;

  private MemorySegment room = MemorySegment.NULL;

  /** As {@link Combiner#combine}, of elements of a size. */
  void combine(
      Combiner combiner,
      int elementBytes,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment result,
      long resultOffset,
      long count) {
    boolean leftIsNative = NativeMemory.is(left);
    boolean rightIsNative = NativeMemory.is(right);
    boolean resultIsNative = NativeMemory.is(result);
    if (leftIsNative && rightIsNative && resultIsNative) {
      combiner.combine(left, leftOffset, right, rightOffset, result, resultOffset, count);
      return;
    }
    if (room.byteSize() == 0) {
      room = Arena.ofAuto().allocate(2 * PIECE_BYTES, 64);
    }
    long sizeBytes = count * elementBytes;
    for (long done = 0; done < sizeBytes; done += PIECE_BYTES) {
      long piece = Math.min(PIECE_BYTES, sizeBytes - done);
      if (!leftIsNative) {
        Copies.copy(left, leftOffset + done, room, 0, piece);
      }
      if (!rightIsNative) {
        Copies.copy(right, rightOffset + done, room, PIECE_BYTES, piece);
      }
      combiner.combine(
          leftIsNative ? left : room,
          leftIsNative ? leftOffset + done : 0,
          rightIsNative ? right : room,
          rightIsNative ? rightOffset + done : PIECE_BYTES,
          resultIsNative ? result : room,
          resultIsNative ? resultOffset + done : 0,
          piece / elementBytes);
      if (!resultIsNative) {
        Copies.copy(room, 0, result, resultOffset + done, piece);
      }
    }
  }
}
