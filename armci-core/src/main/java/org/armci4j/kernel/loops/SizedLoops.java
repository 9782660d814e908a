package org.armci4j.kernel.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;

/**
 * Combines few bytes by the plain loop and more bytes by vectors. A template, see {@link
 * ExactClasses}. The vectors' classes are loaded only when there is something long to combine.
 * Loading takes tens of milliseconds, for which the first allreduce of one number would wait.
 */
final class SizedLoops implements Loops {
  private static final Class<?> FROM = constant(0, Class.class);
  private static final Class<?> TO = constant(1, Class.class);
  private static final Element ELEMENT = constant(2, Element.class);
  private static final Operator OPERATOR = constant(3, Operator.class);

  private static final Loops PLAIN = LoopTable.PLAIN.find(ELEMENT, OPERATOR).of(FROM, TO);
  private static final ExactClasses<Loops> VECTORS = LoopTable.VECTORS.find(ELEMENT, OPERATOR);
  private static final boolean GIVES_VECTORS =
      LoopTable.givesVectors(FROM, ELEMENT) && LoopTable.givesVectors(TO, ELEMENT);

  /**
   * Below this size the plain loop is as fast, and need not wait for the JIT to compile vectors.
   */
  private static final long SHORT_BYTES = 256;

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
  }

  private static boolean isShort(long sizeBytes) {
    return !GIVES_VECTORS || sizeBytes < SHORT_BYTES;
  }

  @Override
  public void combine(
      MemorySegment left,
      long l,
      MemorySegment right,
      long r,
      MemorySegment result,
      long to,
      long sizeBytes) {
    if (isShort(sizeBytes)) {
      PLAIN.combine(left, l, right, r, result, to, sizeBytes);
    } else {
      VECTORS.between(right, result).combine(left, l, right, r, result, to, sizeBytes);
    }
  }

  @Override
  public void accumulate(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    Loops loops = isShort(rowBytes * rows) ? PLAIN : VECTORS.between(source, target);
    loops.accumulate(
        scale, imaginary, source, from, fromStride, target, to, toStride, rowBytes, rows);
  }
}
