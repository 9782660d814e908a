package org.armci4j.collectives.reduce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;
import org.armci4j.collectives.Combiner;

/** Loops over ints in the widest vectors of the CPU, with the same results as the plain ones. */
final class IntVectorKernels {
  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** Below this the plain loop is as fast, and does not wait for the JIT to know vectors. */
  private static final long SHORT = 64;

  private IntVectorKernels() {}

  static Combiner find(Builtin builtin) {
    return switch (builtin) {
      case SUM -> IntVectorKernels::sum;
      case PRODUCT -> IntVectorKernels::product;
      case MIN -> IntVectorKernels::min;
      case MAX -> IntVectorKernels::max;
      case BITWISE_AND -> IntVectorKernels::bitwiseAnd;
      case BITWISE_OR -> IntVectorKernels::bitwiseOr;
      default -> null;
    };
  }

  private static long vectorised(long count) {
    return count < SHORT ? 0 : SPECIES.loopBound(count);
  }

  private static IntVector at(MemorySegment segment, long offset, long index) {
    return IntVector.fromMemorySegment(SPECIES, segment, offset + 4 * index, ORDER);
  }

  private static void sum(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).add(at(right, r, i)).intoMemorySegment(result, to + 4 * i, ORDER);
    }
    long done = 4 * end;
    IntKernels.sum(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void product(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).mul(at(right, r, i)).intoMemorySegment(result, to + 4 * i, ORDER);
    }
    long done = 4 * end;
    IntKernels.product(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void min(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).min(at(right, r, i)).intoMemorySegment(result, to + 4 * i, ORDER);
    }
    long done = 4 * end;
    IntKernels.min(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void max(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).max(at(right, r, i)).intoMemorySegment(result, to + 4 * i, ORDER);
    }
    long done = 4 * end;
    IntKernels.max(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void bitwiseAnd(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).and(at(right, r, i)).intoMemorySegment(result, to + 4 * i, ORDER);
    }
    long done = 4 * end;
    IntKernels.bitwiseAnd(left, l + done, right, r + done, result, to + done, count - end);
  }

  private static void bitwiseOr(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long count) {
    long end = vectorised(count);
    for (long i = 0; i < end; i += SPECIES.length()) {
      at(left, l, i).or(at(right, r, i)).intoMemorySegment(result, to + 4 * i, ORDER);
    }
    long done = 4 * end;
    IntKernels.bitwiseOr(left, l + done, right, r + done, result, to + done, count - end);
  }
}
