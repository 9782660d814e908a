package org.armci4j.arrays;

import java.util.Arrays;
import org.armci4j.GlobalMemory;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * What an array is made of.
 *
 * @param ghosts the width of the ghosts in each dimension
 * @param memory the blocks of all ranks; null before they are allocated
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ArrayParts(
    String name, ElementKind kind, Distribution distribution, int[] ghosts, GlobalMemory memory) {
  /** Words of a {@link #signature}: kind, dimensions, limits of blocks; sizes, ghosts and grid. */
  private static final int FIXED = 3;

  ArrayParts with(GlobalMemory allocated) {
    return new ArrayParts(name, kind, distribution, ghosts, allocated);
  }

  /** Returns the size of a member's memory. */
  long sizeBytes(int member) {
    try {
      return BlockLayout.of(distribution, ghosts, kind.bytes()).sizeBytes(member);
    } catch (ArithmeticException e) {
      throw new ArmciException(
          Text.format("create of array %s: a block does not fit 64 bits", name), e);
    }
  }

  /** Returns words that are equal on two ranks if both describe the same array. */
  @SuppressWarnings("EnumOrdinal") // all ranks run the same program
  long[] signature() {
    int dimensions = distribution.dimensions();
    long[] words = new long[FIXED + 3 * Distribution.MOST_DIMENSIONS];
    words[0] = kind.ordinal();
    words[1] = dimensions;
    words[2] = distribution.fingerprint();
    for (int d = 0; d < dimensions; d++) {
      words[FIXED + d] = distribution.extent(d);
      words[FIXED + Distribution.MOST_DIMENSIONS + d] = ghosts[d];
      words[FIXED + 2 * Distribution.MOST_DIMENSIONS + d] = distribution.blockCount(d);
    }
    return words;
  }

  /** Returns a signature for people. */
  @SuppressWarnings("EnumOrdinal") // as the signature has it
  static String text(long[] signature) {
    int dimensions = (int) signature[1];
    return Text.format(
        "%s of %s in %s blocks (limits %x) with ghosts %s",
        ElementKind.values()[(int) signature[0]].label(),
        Distribution.text(part(signature, 0, dimensions)),
        Distribution.text(part(signature, 2, dimensions)),
        signature[2],
        Arrays.toString(part(signature, 1, dimensions)));
  }

  private static long[] part(long[] signature, int number, int dimensions) {
    int from = FIXED + number * Distribution.MOST_DIMENSIONS;
    return Arrays.copyOfRange(signature, from, from + dimensions);
  }
}
