package org.armci4j.kernel.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;

/**
 * Combines few bytes by the plain loop and more bytes by vectors. A template, see {@link
 * ExactClasses}. The Vector API and the loops with vectors are loaded and compiled in the
 * background, after the plain loop has combined so much that this is worth it: it takes some 200 ms
 * of processor time.
 */
final class SizedLoops implements Loops, Runnable {
  private static final Class<?> FROM = constant(0, Class.class);
  private static final Class<?> TO = constant(1, Class.class);
  private static final Element ELEMENT = constant(2, Element.class);
  private static final Operator OPERATOR = constant(3, Operator.class);

  private static final Loops PLAIN = LoopTable.PLAIN.find(ELEMENT, OPERATOR).of(FROM, TO);
  private static final boolean GIVES_VECTORS =
      LoopTable.givesVectors(FROM, ELEMENT) && LoopTable.givesVectors(TO, ELEMENT);

  /**
   * Below this size the plain loop is as fast, and need not wait for the JIT to compile vectors.
   */
  private static final long SHORT_BYTES = 256;

  /** Bytes in long operands after which vectors are loaded. */
  private static final long WORTH_BYTES = 1 << 20;

  /** How many times as many bytes pass before a warm-up is tried again as before the last one. */
  private static final long AGAIN_FACTOR = 16;

  /**
   * The loops of long operands: the plain ones until those with vectors are faster. Not volatile: a
   * thread that sees the change late gets the same results from the plain loop.
   */
  private Loops forLong = PLAIN;

  /** What the plain loop has combined of long operands; threads may lose each other's counts. */
  private long plainBytes;

  /** Bytes after which a warm-up is tried again when it ended too early, on busy processors. */
  private long againBytes = 1 << 30;

  private boolean warmsUp;

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
  }

  private static boolean isShort(long sizeBytes) {
    return !GIVES_VECTORS || sizeBytes < SHORT_BYTES;
  }

  private Loops forLong(long sizeBytes) {
    if (plainBytes <= WORTH_BYTES) {
      countPlain(sizeBytes);
    }
    return forLong;
  }

  private void countPlain(long sizeBytes) {
    plainBytes += sizeBytes;
    if (plainBytes > WORTH_BYTES) {
      startWarmUp();
    }
  }

  /** Starts one warm-up, though several threads may find it due. */
  private synchronized void startWarmUp() {
    if (!warmsUp) {
      warmsUp = true;
      Thread.ofPlatform().daemon().name("armci-vectors").start(this);
    }
  }

  /** Loads and warms up the loops with vectors, in a thread of its own. */
  @Override
  public void run() {
    Loops vectors = LoopTable.warm(ELEMENT, OPERATOR, FROM, TO);
    if (vectors == null) {
      againLater();
    } else {
      forLong = vectors;
    }
  }

  private synchronized void againLater() {
    warmsUp = false;
    plainBytes = WORTH_BYTES - againBytes;
    againBytes *= AGAIN_FACTOR;
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
      forLong(sizeBytes).combine(left, l, right, r, result, to, sizeBytes);
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
    long sizeBytes = rowBytes * rows;
    Loops loops = isShort(sizeBytes) ? PLAIN : forLong(sizeBytes);
    loops.accumulate(
        scale, imaginary, source, from, fromStride, target, to, toStride, rowBytes, rows);
  }

  @Override
  public void accumulateAll(
      long scale,
      long imaginary,
      MemorySegment source,
      long from,
      long[] sourceOffsets,
      MemorySegment target,
      long to,
      long[] targetOffsets,
      int first,
      int end,
      long lengthBytes) {
    Loops loops = isShort(lengthBytes) ? PLAIN : forLong(lengthBytes * (end - first));
    loops.accumulateAll(
        scale,
        imaginary,
        source,
        from,
        sourceOffsets,
        target,
        to,
        targetOffsets,
        first,
        end,
        lengthBytes);
  }
}
