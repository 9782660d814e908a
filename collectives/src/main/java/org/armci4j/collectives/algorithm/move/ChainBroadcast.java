package org.armci4j.collectives.algorithm.move;

import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Passes the message from each rank to the next, straight and in blocks, all of which are on their
 * way at once. It suits long messages among few ranks: every rank sends the message once, while the
 * root of a tree sends it to every child.
 */
public final class ChainBroadcast {
  /** Blocks that fill the chain, unless they are short or longer than a network needs. */
  private static final int BLOCKS = 16;

  /** Unit of blocks: a page, which is a multiple of any packet. */
  private static final long PAGE_BYTES = 4096;

  private static final long MIN_BLOCK_BYTES = 32 * 1024;
  private static final long MAX_BLOCK_BYTES = 64 * 1024;

  private ChainBroadcast() {}

  public static Schedule straight(Shape shape) {
    int relative = shape.fromRoot();
    int[] relatives =
        IntStream.of(relative - 1, relative + 1)
            .filter(other -> other >= 0 && other < shape.size())
            .map(shape::afterRoot)
            .toArray();
    return BinomialBroadcast.straight(shape, blockBytes(shape), relatives);
  }

  private static long blockBytes(Shape shape) {
    long pages = Math.ceilDiv(shape.bytes(), BLOCKS * PAGE_BYTES);
    return Math.clamp(pages * PAGE_BYTES, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES);
  }

  /**
   * Returns the time: n − 1 writes of a block one after the other; further blocks follow each
   * other.
   */
  public static double nanos(Shape shape, LogGP machine) {
    if (HalvesBroadcast.suits(shape)) {
      return HalvesBroadcast.nanos(shape, machine);
    }
    long block = Math.min(shape.bytes(), blockBytes(shape));
    double next =
        Math.max(block * machine.nanosPerByte(), machine.overheadNanos() + machine.writing(block));
    return WriteMode.STRAIGHT.meetNanos(machine, 1)
        + (shape.size() - 1) * machine.write(block)
        + (BinomialBroadcast.blocks(shape.bytes(), block) - 1) * next;
  }
}
