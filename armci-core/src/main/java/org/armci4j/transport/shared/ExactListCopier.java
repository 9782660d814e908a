package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;
import org.armci4j.transport.SegmentList;

/**
 * The loops of {@link ListCopier}. {@link ListCopier} defines hidden classes from this one; only
 * those are used.
 *
 * <p>Each loop begins with {@link #requireExact}. After its comparison with two constants the JIT
 * knows both classes, whatever it has inlined and whatever profile it has seen.
 */
final class ExactListCopier implements ListCopier {
  private static final Class<?> FROM =
      ExactClasses.constant(MethodHandles.lookup(), 0, Class.class);
  private static final Class<?> TO = ExactClasses.constant(MethodHandles.lookup(), 1, Class.class);

  private static void requireExact(MemorySegment from, MemorySegment to) {
    if (from.getClass() != FROM || to.getClass() != TO) {
      throw ExactClasses.mistake(FROM, TO, from, to);
    }
  }

  @Override
  public void copy(
      SegmentList list,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide) {
    int run = 0;
    for (int batch = 0; batch < list.batches(); batch++) {
      int end = list.batchEnd(batch);
      if (list.count(run) == 1) {
        copyLone(list, run, end, from, fromBase, fromSide, to, toBase, toSide);
      } else {
        copyRun(
            list.lengthBytes(run),
            list.count(run),
            from,
            fromBase + fromSide.offset(run),
            fromSide.stride(run),
            to,
            toBase + toSide.offset(run),
            toSide.stride(run));
      }
      run = end;
    }
  }

  private static void copyRun(
      long lengthBytes,
      long count,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      MemorySegment to,
      long toOffset,
      long toStride) {
    if (lengthBytes == 8) {
      run8(count, from, fromOffset, fromStride, to, toOffset, toStride);
    } else if (lengthBytes == 4) {
      run4(count, from, fromOffset, fromStride, to, toOffset, toStride);
    } else if (lengthBytes == 16) {
      run16(count, from, fromOffset, fromStride, to, toOffset, toStride);
    } else {
      runAny(lengthBytes, count, from, fromOffset, fromStride, to, toOffset, toStride);
    }
  }

  private static void run4(
      long count,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      MemorySegment to,
      long toOffset,
      long toStride) {
    requireExact(from, to);
    for (long i = 0; i < count; i++) {
      int bits = from.get(JAVA_INT_UNALIGNED, fromOffset + i * fromStride);
      to.set(JAVA_INT_UNALIGNED, toOffset + i * toStride, bits);
    }
  }

  private static void run8(
      long count,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      MemorySegment to,
      long toOffset,
      long toStride) {
    requireExact(from, to);
    for (long i = 0; i < count; i++) {
      long bits = from.get(JAVA_LONG_UNALIGNED, fromOffset + i * fromStride);
      to.set(JAVA_LONG_UNALIGNED, toOffset + i * toStride, bits);
    }
  }

  private static void run16(
      long count,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      MemorySegment to,
      long toOffset,
      long toStride) {
    requireExact(from, to);
    for (long i = 0; i < count; i++) {
      long source = fromOffset + i * fromStride;
      long target = toOffset + i * toStride;
      long low = from.get(JAVA_LONG_UNALIGNED, source);
      long high = from.get(JAVA_LONG_UNALIGNED, source + 8);
      to.set(JAVA_LONG_UNALIGNED, target, low);
      to.set(JAVA_LONG_UNALIGNED, target + 8, high);
    }
  }

  private static void runAny(
      long lengthBytes,
      long count,
      MemorySegment from,
      long fromOffset,
      long fromStride,
      MemorySegment to,
      long toOffset,
      long toStride) {
    requireExact(from, to);
    for (long i = 0; i < count; i++) {
      MemorySegment.copy(
          from, fromOffset + i * fromStride, to, toOffset + i * toStride, lengthBytes);
    }
  }

  private static void copyLone(
      SegmentList list,
      int start,
      int end,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide) {
    long lengthBytes = list.lengthBytes(start);
    if (lengthBytes == 8) {
      lone8(start, end, from, fromBase, fromSide, to, toBase, toSide);
    } else if (lengthBytes == 4) {
      lone4(start, end, from, fromBase, fromSide, to, toBase, toSide);
    } else if (lengthBytes == 16) {
      lone16(start, end, from, fromBase, fromSide, to, toBase, toSide);
    } else {
      loneAny(lengthBytes, start, end, from, fromBase, fromSide, to, toBase, toSide);
    }
  }

  private static void lone4(
      int start,
      int end,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide) {
    requireExact(from, to);
    for (int i = start; i < end; i++) {
      int bits = from.get(JAVA_INT_UNALIGNED, fromBase + fromSide.offset(i));
      to.set(JAVA_INT_UNALIGNED, toBase + toSide.offset(i), bits);
    }
  }

  private static void lone8(
      int start,
      int end,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide) {
    requireExact(from, to);
    for (int i = start; i < end; i++) {
      long bits = from.get(JAVA_LONG_UNALIGNED, fromBase + fromSide.offset(i));
      to.set(JAVA_LONG_UNALIGNED, toBase + toSide.offset(i), bits);
    }
  }

  private static void lone16(
      int start,
      int end,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide) {
    requireExact(from, to);
    for (int i = start; i < end; i++) {
      long source = fromBase + fromSide.offset(i);
      long target = toBase + toSide.offset(i);
      long low = from.get(JAVA_LONG_UNALIGNED, source);
      long high = from.get(JAVA_LONG_UNALIGNED, source + 8);
      to.set(JAVA_LONG_UNALIGNED, target, low);
      to.set(JAVA_LONG_UNALIGNED, target + 8, high);
    }
  }

  private static void loneAny(
      long lengthBytes,
      int start,
      int end,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide) {
    requireExact(from, to);
    for (int i = start; i < end; i++) {
      MemorySegment.copy(
          from, fromBase + fromSide.offset(i), to, toBase + toSide.offset(i), lengthBytes);
    }
  }
}
