package org.armci4j.collectives.algorithm;

import java.util.Arrays;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.schedule.Channels;

/**
 * Describes a call for its schedule: the same on all ranks except for {@code place}, and for the
 * lengths of the forms with a length for each rank.
 *
 * @param operation the collective
 * @param place of this rank in the group
 * @param size ranks of the group
 * @param root of operations that have one
 * @param count elements: of allgather, gather, scatter, alltoall and reduce-scatter one rank's
 *     part, of all others the whole
 * @param elementBytes size of an element
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
   * Lists the parts of a buffer, one for each rank.
   *
   * @param counts elements of each part
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

  /** Makes a shape of equal parts. */
  public Shape(Operation operation, int place, int size, int root, long count, int elementBytes) {
    this(operation, place, size, root, count, elementBytes, null, null);
  }

  /** Returns the length of {@link #count} elements, in bytes. */
  public long bytes() {
    return count * elementBytes;
  }

  /** Returns the length of the pieces in which long messages go. */
  public long pieceBytes() {
    return Channels.pieceBytes(size);
  }

  /** Returns the length of all that a rank gives, where parts are equal, in bytes. */
  public long sourceBytes() {
    return switch (operation) {
      case SCATTER, ALLTOALL, REDUCE_SCATTER -> size * bytes();
      default -> bytes();
    };
  }

  /** Returns the length of the source's part for a rank, in bytes. */
  public long giveBytes(int to) {
    return give == null ? bytes() : give.counts()[to] * elementBytes;
  }

  /** Returns the offset of the source's part for a rank, in bytes. */
  public long giveOffset(int to) {
    return give == null ? to * bytes() : give.displacements()[to] * elementBytes;
  }

  /** Returns the length of the destination's part for a rank, in bytes. */
  public long takeBytes(int from) {
    return take == null ? bytes() : take.counts()[from] * elementBytes;
  }

  /** Returns the offset of the destination's part for a rank, in bytes. */
  public long takeOffset(int from) {
    return take == null ? from * bytes() : take.displacements()[from] * elementBytes;
  }

  /** Returns whether all parts have the same length and lie side by side. */
  public boolean regular() {
    return give == null && take == null;
  }

  /** Returns the elements that this rank gives another, where parts are of any length. */
  public long givesTo(int to) {
    return switch (operation) {
      case GATHER -> to != root ? 0 : place == root ? take.counts()[place] : count;
      case SCATTER -> place == root ? give.counts()[to] : 0;
      case ALLTOALL -> give.counts()[to];
      default -> 0;
    };
  }

  /** Returns the elements that this rank takes from another, where parts are of any length. */
  public long takesFrom(int from) {
    return switch (operation) {
      case GATHER -> place == root ? take.counts()[from] : 0;
      case SCATTER -> from != root ? 0 : place == root ? give.counts()[place] : count;
      case ALLTOALL -> take.counts()[from];
      default -> 0;
    };
  }

  /** Returns the rank that is {@code distance} places on, round the end. */
  public int on(long distance) {
    return (int) Math.floorMod(place + distance, (long) size);
  }

  /** Returns this rank's place counted from the root. */
  public int fromRoot() {
    return Math.floorMod(place - root, size);
  }

  /** Returns the place of the rank that is {@code relative} places after the root. */
  public int afterRoot(int relative) {
    return (relative + root) % size;
  }

  /** Returns the shape of a call on some of the elements, with the root at place 0. */
  public Shape ofCount(long some) {
    return new Shape(operation, place, size, 0, some, elementBytes);
  }

  /** Returns the offset of a rank's share when {@link #count} elements are divided, in bytes. */
  public long shareOffset(int rank) {
    return rank * (count / size) * elementBytes + Math.min(rank, count % size) * elementBytes;
  }

  /** Returns the length of a rank's share, in bytes. */
  public long shareBytes(int rank) {
    return shareOffset(rank + 1) - shareOffset(rank);
  }

  /** Returns the largest power of two that is at most {@link #size}. */
  public int powerOfTwo() {
    return Integer.highestOneBit(size);
  }

  /**
   * Returns the lowest binary digit of this rank's number from the root, which in a binomial tree
   * is the distance to its parent; at the root a digit above those of all ranks.
   */
  public int lowestDigit() {
    int relative = fromRoot();
    return relative == 0 ? 2 * powerOfTwo() : Integer.lowestOneBit(relative);
  }

  /** Returns ⌈log2 {@link #size}⌉, the steps of doubling that reach all ranks. */
  public int doublings() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  public boolean isPowerOfTwo() {
    return powerOfTwo() == size;
  }

  /** Returns the index of a rank among all ranks but one other. */
  public static long indexAmongOthers(int rank, int other) {
    return rank < other ? rank : rank - 1;
  }
}
