package org.armci4j.arrays;

import java.util.Objects;

/**
 * Remembers the last Java array that a program has given for an argument, as a local buffer without
 * gaps, so that calls with the same array allocate nothing. Any thread may use it.
 *
 * @param <A> the type of Java arrays
 */
final class KnownBuffer<A> {
  private final String argument;

  /** A plain field is safe: the record has final fields, so a racing thread sees it whole. */
  private WrappedArray<A> last;

  private record WrappedArray<A>(A array, LocalBuffer<A> buffer) {}

  /**
   * @param argument its name, for an exception
   */
  KnownBuffer(String argument) {
    this.argument = argument;
  }

  /** Returns a Java array as a local buffer. */
  @SuppressWarnings("ReferenceEquality") // the very same array
  LocalBuffer<A> of(A array) {
    WrappedArray<A> known = last;
    if (known == null || known.array != array) {
      known = new WrappedArray<>(array, LocalBuffer.of(Objects.requireNonNull(array, argument)));
      last = known;
    }
    return known.buffer;
  }
}
