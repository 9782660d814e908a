package org.armci4j.collectives.reduce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;
import org.armci4j.collectives.Combiner;
import org.armci4j.kernel.NativeMemory;

/** Loops over longs in the widest vectors of the CPU, with the same results as the plain ones. */
final class LongVectorCombiners {
  private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** Below this the plain loop is as fast, and does not wait for the JIT to compile vector code. */
  private static final long SHORT = 32;

  private LongVectorCombiners() {}

  static Combiner find(Builtin builtin) {
    return switch (builtin) {
      case SUM -> LongVectorCombiners::sum;
      case PRODUCT -> LongVectorCombiners::product;
      case MIN -> LongVectorCombiners::min;
      case MAX -> LongVectorCombiners::max;
      case BITWISE_AND -> LongVectorCombiners::bitwiseAnd;
      case BITWISE_OR -> LongVectorCombiners::bitwiseOr;
      default -> null;
    };
  }

  private static long vectorised(long count) {
    return count < SHORT ? 0 : SPECIES.loopBound(count);
  }

  private static LongVector at(MemorySegment segment, long offset, long index) {
    return LongVector.fromMemorySegment(SPECIES, segment, offset + 8 * index, ORDER);
  }

  private static void sum(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).add(at(right, r, i)).intoMemorySegment(result, to + 8 * i, ORDER);
    }
    long done = 8 * end;
    LongCombiners.sum(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void product(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).mul(at(right, r, i)).intoMemorySegment(result, to + 8 * i, ORDER);
    }
    long done = 8 * end;
    LongCombiners.product(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void min(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).min(at(right, r, i)).intoMemorySegment(result, to + 8 * i, ORDER);
    }
    long done = 8 * end;
    LongCombiners.min(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void max(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).max(at(right, r, i)).intoMemorySegment(result, to + 8 * i, ORDER);
    }
    long done = 8 * end;
    LongCombiners.max(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void bitwiseAnd(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).and(at(right, r, i)).intoMemorySegment(result, to + 8 * i, ORDER);
    }
    long done = 8 * end;
    LongCombiners.bitwiseAnd(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void bitwiseOr(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    NativeMemory.require(left, right, result);
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).or(at(right, r, i)).intoMemorySegment(result, to + 8 * i, ORDER);
    }
    long done = 8 * end;
    LongCombiners.bitwiseOr(left, l + done, right, r + done, result, to + done, count - end);
  }
}
