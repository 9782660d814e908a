package org.armci4j.collectives.algorithm;

import java.util.Arrays;
import org.armci4j.collectives.Operation;

/**
 * What a schedule depends on: the same on all ranks but for {@code place}, and for the lengths of
 * the forms with a length for each rank.
 *
 * @param operation which collective
 * @param place of this rank in the group
 * @param size how many ranks the group has
 * @param root of operations that have one
 * @param count how many elements: of allgather, gather, scatter, alltoall and reduce-scatter one
 *     rank's part, of all others the whole
 * @param elementBytes how large an element is
 * @param give of alltoall the parts of the source, of scatter those of the root's; null for parts
 *     of {@code count} elements side by side
 * @param take the parts of the destination; null likewise
 */
public record Shape(
    Operation operation,
    int place,
    int size,
    int root,
    long count,
    int elementBytes,
    Parts give,
    Parts take) {
  /**
   * Parts of a buffer, one for each rank.
   *
   * @param counts how many elements each has
   * @param displacements the first element of each
   */
  public record Parts(long[] counts, long[] displacements) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Parts parts
          && Arrays.equals(counts, parts.counts)
          && Arrays.equals(displacements, parts.displacements);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(counts) + Arrays.hashCode(displacements);
    }
  }

  /** A shape of equal parts. */
  public Shape(Operation operation, int place, int size, int root, long count, int elementBytes) {
    this(operation, place, size, root, count, elementBytes, null, null);
  }

  /** How long {@link #count} elements are. */
  public long bytes() {
    return count * elementBytes;
  }

  /** How long the part of the source for a rank is. */
  public long giveBytes(int to) {
    return give == null ? bytes() : give.counts()[to] * elementBytes;
  }

  /** Where the part of the source for a rank begins. */
  public long giveOffset(int to) {
    return give == null ? to * bytes() : give.displacements()[to] * elementBytes;
  }

  /** How long the part of the destination for a rank is. */
  public long takeBytes(int from) {
    return take == null ? bytes() : take.counts()[from] * elementBytes;
  }

  /** Where the part of the destination for a rank begins. */
  public long takeOffset(int from) {
    return take == null ? from * bytes() : take.displacements()[from] * elementBytes;
  }

  /** Whether all parts are equally long and side by side. */
  public boolean regular() {
    return give == null && take == null;
  }

  /** How many elements this rank gives another, where parts are of any length. */
  public long givesTo(int to) {
    return switch (operation) {
      case GATHER -> to != root ? 0 : place == root ? take.counts()[place] : count;
      case SCATTER -> place == root ? give.counts()[to] : 0;
      case ALLTOALL -> give.counts()[to];
      default -> 0;
    };
  }

  /** How many elements this rank takes from another, where parts are of any length. */
  public long takesFrom(int from) {
    return switch (operation) {
      case GATHER -> place == root ? take.counts()[from] : 0;
      case SCATTER -> from != root ? 0 : place == root ? give.counts()[place] : count;
      case ALLTOALL -> take.counts()[from];
      default -> 0;
    };
  }

  /** The rank that is {@code distance} places on, round the end. */
  public int on(long distance) {
    return (int) Math.floorMod(place + distance, (long) size);
  }

  /** This rank counted from the root. */
  public int fromRoot() {
    return Math.floorMod(place - root, size);
  }

  /** The place of the rank that is {@code relative} places after the root. */
  public int afterRoot(int relative) {
    return (relative + root) % size;
  }

  /** Where the share of a rank begins when {@link #count} elements are shared out, in bytes. */
  public long shareOffset(int rank) {
    return rank * (count / size) * elementBytes + Math.min(rank, count % size) * elementBytes;
  }

  /** How long the share of a rank is, in bytes. */
  public long shareBytes(int rank) {
    return shareOffset(rank + 1) - shareOffset(rank);
  }

  /** The largest power of two that is not above {@link #size}. */
  public int powerOfTwo() {
    return Integer.highestOneBit(size);
  }

  /** ⌈log2 {@link #size}⌉: so many steps of doubling reach all ranks. */
  public int doublings() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  public boolean isPowerOfTwo() {
    return powerOfTwo() == size;
  }

  /** The index of a rank among all but one other. */
  public static long indexAmongOthers(int rank, int other) {
    return rank < other ? rank : rank - 1;
  }
}
