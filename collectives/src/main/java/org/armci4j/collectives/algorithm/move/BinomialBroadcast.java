package org.armci4j.collectives.algorithm.move;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Broadcasts down a binomial tree, in blocks. A rank passes one block on before it takes the next,
 * so that long messages are on their way on all levels at once. The straight form writes to the
 * receivers' buffers directly, after one exchange of addresses along the tree. For long messages
 * the tree of two ranks is {@link HalvesBroadcast}.
 */
public final class BinomialBroadcast {
  /** Bytes of one write: a few microseconds on a fast network. */
  private static final long STRAIGHT_BLOCK_BYTES = 64 * 1024;

  private BinomialBroadcast() {}

  public static Schedule schedule(Shape shape) {
    Schedule.Builder schedule = Schedule.builder();
    append(schedule, shape, Region.DESTINATION, shape.bytes());
    return schedule.build();
  }

  /** Appends the broadcast of a region from the shape's root. */
  public static void append(Schedule.Builder schedule, Shape shape, Region region, long bytes) {
    int relative = shape.fromRoot();
    int low = shape.lowestDigit();
    for (long from = 0; from < bytes; from += shape.pieceBytes()) {
      long length = Math.min(shape.pieceBytes(), bytes - from);
      if (relative != 0) {
        schedule.take(shape.afterRoot(relative - low), region, from, length).next();
      }
      for (int mask = low / 2; mask > 0; mask /= 2) {
        if (relative + mask < shape.size()) {
          schedule.put(shape.afterRoot(relative + mask), region, from, length);
        }
      }
      schedule.next();
    }
  }

  public static Schedule straight(Shape shape) {
    return straight(shape, STRAIGHT_BLOCK_BYTES, relatives(shape).toArray());
  }

  /**
   * Returns the straight form down any tree; between two ranks it uses halves where they suit.
   *
   * @param blockBytes bytes of one write
   * @param relatives the places of this rank's parent, if it has one, and then of its children
   */
  static Schedule straight(Shape shape, long blockBytes, int... relatives) {
    if (HalvesBroadcast.suits(shape)) {
      return HalvesBroadcast.schedule(shape);
    }
    Schedule.Builder schedule = Schedule.builder();
    boolean root = shape.place() == shape.root();
    int[] parent = Arrays.copyOf(relatives, root ? 0 : 1);
    int[] children = Arrays.copyOfRange(relatives, parent.length, relatives.length);
    WriteMode.STRAIGHT.meet(schedule, shape.place(), parent, children);
    for (long from = 0; from < shape.bytes(); from += blockBytes) {
      long length = Math.min(blockBytes, shape.bytes() - from);
      if (!root) {
        WriteMode.STRAIGHT.take(schedule, parent[0], from, length);
        schedule.next();
      }
      for (int child : children) {
        WriteMode.STRAIGHT.give(schedule, child, from, length);
      }
      schedule.next();
    }
    return schedule.build();
  }

  /** Returns the places of a rank's parent, if it has one, and then of its children. */
  static IntStream relatives(Shape shape) {
    int relative = shape.fromRoot();
    int low = shape.lowestDigit();
    IntStream parent = relative == 0 ? IntStream.empty() : IntStream.of(relative - low);
    IntStream children =
        IntStream.iterate(low / 2, mask -> mask > 0, mask -> mask / 2)
            .map(mask -> relative + mask)
            .filter(child -> child < shape.size());
    return IntStream.concat(parent, children).map(shape::afterRoot);
  }

  /**
   * Returns the time. The deepest rank is ⌊log2 n⌋ hops away. Further blocks follow at the pace of
   * the slowest rank: the root with ⌈log2 n⌉ children, or its first child, who takes them first.
   */
  public static double nanos(Shape shape, LogGP machine) {
    long block = Math.min(shape.bytes(), shape.pieceBytes());
    int children = shape.doublings();
    double first = tree(shape, machine.hop(block), machine.put(block));
    double root = children * Math.max(machine.put(block), block * machine.nanosPerByte());
    double child = machine.take(block) + (children - 1) * machine.put(block);
    return first + (blocks(shape.bytes(), block) - 1) * Math.max(root, child);
  }

  /** Returns the time with writes of longer blocks, after an exchange of addresses. */
  public static double straightNanos(Shape shape, LogGP machine) {
    if (HalvesBroadcast.suits(shape)) {
      return HalvesBroadcast.nanos(shape, machine);
    }
    long block = Math.min(shape.bytes(), STRAIGHT_BLOCK_BYTES);
    int children = shape.doublings();
    double first = tree(shape, machine.write(block), machine.writing(block));
    double root = children * Math.max(machine.writing(block), block * machine.nanosPerByte());
    double child = machine.overheadNanos() + (children - 1) * machine.writing(block);
    return WriteMode.STRAIGHT.meetNanos(machine, children)
        + first
        + (blocks(shape.bytes(), block) - 1) * Math.max(root, child);
  }

  /** Returns the number of blocks. */
  static long blocks(long bytes, long block) {
    return bytes == 0 ? 1 : Math.ceilDiv(bytes, block);
  }

  /**
   * Returns the time of the tree for one block. A rank sends to its farthest child first, so the
   * deepest rank of an incomplete tree hears from a rank that is sent to later.
   */
  static double tree(Shape shape, double hopNanos, double sendNanos) {
    int depth = Integer.numberOfTrailingZeros(shape.powerOfTwo());
    return depth * hopNanos + (shape.doublings() - depth) * sendNanos;
  }
}
