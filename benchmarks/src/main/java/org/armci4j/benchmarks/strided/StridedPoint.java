package org.armci4j.benchmarks.strided;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.strided.Section;

/**
 * One measured transfer.
 *
 * @param name its name in the report; begins with the operation
 * @param operation {@code put}, {@code get} or {@code accumulate}, the latter of doubles
 * @param local the section of the local buffer
 * @param remote the section of the target's block, with the same counts
 */
record StridedPoint(String name, String operation, Section local, Section remote) {
  private static final String SEPARATOR = ":";

  /** Numbers of an argument before its levels: two offsets and the row's length. */
  private static final int ROW_NUMBERS = 3;

  private static final int LEVEL_NUMBERS = 3;

  /** Returns how many bytes the transfer moves. */
  long sizeBytes() {
    long bytes = local.count(0);
    for (int level = 1; level <= local.levels(); level++) {
      bytes *= local.count(level);
    }
    return bytes;
  }

  /** Returns the offset behind the last byte, on the side that reaches farther. */
  long endBytes() {
    return Math.max(endBytes(local), endBytes(remote));
  }

  private static long endBytes(Section section) {
    long end = section.offset() + section.count(0);
    for (int level = 0; level < section.levels(); level++) {
      end += (section.count(level + 1) - 1) * section.stride(level);
    }
    return end;
  }

  /** Returns the point as an argument of {@link StridedRank} and of the peers' programs. */
  String toArgument() {
    List<String> words = new ArrayList<>(List.of(name, operation));
    words.add(Long.toString(local.offset()));
    words.add(Long.toString(remote.offset()));
    words.add(Long.toString(local.count(0)));
    for (int level = 0; level < local.levels(); level++) {
      words.add(Long.toString(local.count(level + 1)));
      words.add(Long.toString(local.stride(level)));
      words.add(Long.toString(remote.stride(level)));
    }
    return String.join(SEPARATOR, words);
  }

  /** Returns the point of such an argument. */
  static StridedPoint parse(String argument) {
    String[] words = argument.split(SEPARATOR, -1);
    long[] numbers = new long[words.length - 2];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Long.parseLong(words[i + 2]);
    }
    int levels = (numbers.length - ROW_NUMBERS) / LEVEL_NUMBERS;
    long[] counts = new long[levels + 1];
    long[] localStrides = new long[levels];
    long[] remoteStrides = new long[levels];
    counts[0] = numbers[2];
    for (int level = 0; level < levels; level++) {
      int at = ROW_NUMBERS + LEVEL_NUMBERS * level;
      counts[level + 1] = numbers[at];
      localStrides[level] = numbers[at + 1];
      remoteStrides[level] = numbers[at + 2];
    }
    return new StridedPoint(
        words[0],
        words[1],
        Section.of(numbers[0], localStrides, counts),
        Section.of(numbers[1], remoteStrides, counts));
  }
}
