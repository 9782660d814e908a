package org.armci4j.transport.shared;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;

/**
 * Accumulates lists into memory that loads and stores reach, in pieces. Each piece holds the
 * owner's lock once. Taking the lock for every short segment would cost more than the sums, and
 * holding it for all segments would keep others waiting.
 */
final class ListAccumulator {
  private static final long PIECE_BYTES = DirectBlock.ACCUMULATE_PIECE_BYTES;

  private final AccumulateLock lock;
  private final MemorySegment target;

  /**
   * @param lock the owner's
   * @param target the owner's memory
   */
  ListAccumulator(AccumulateLock lock, MemorySegment target) {
    this.lock = lock;
    this.target = target;
  }

  void add(ScaledSum accumulation, MemorySegment source, long from, long to, SegmentList list) {
    int run = 0;
    while (run < list.runs()) {
      int end = pieceEnd(list, run);
      if (end > run) {
        addPiece(accumulation, source, from, to, list, run, end);
        run = end;
      } else {
        addLongRun(accumulation, source, from, to, list, run++);
      }
    }
  }

  /** Returns the first run that does not fit into one piece with the runs from {@code start} on. */
  private static int pieceEnd(SegmentList list, int start) {
    long roomBytes = PIECE_BYTES;
    int end = start;
    while (end < list.runs() && fits(list.count(end), list.lengthBytes(end), roomBytes)) {
      roomBytes -= list.count(end) * list.lengthBytes(end);
      end++;
    }
    return end;
  }

  /** Lone segments are many and short, so they take no division. */
  private static boolean fits(long count, long lengthBytes, long roomBytes) {
    return count == 1 ? lengthBytes <= roomBytes : count <= roomBytes / lengthBytes;
  }

  private void addPiece(
      ScaledSum accumulation,
      MemorySegment source,
      long from,
      long to,
      SegmentList list,
      int start,
      int end) {
    lock.lock();
    try {
      for (int run = start; run < end; ) {
        int next = loneEnd(list, run, end);
        if (next > run + 1) {
          long lengthBytes = list.lengthBytes(run);
          accumulation.applyAll(
              source, from, list.local(), target, to, list.remote(), run, next, lengthBytes);
          run = next;
        } else {
          addSegments(accumulation, source, from, to, list, run, 0, list.count(run));
          run++;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the end of the lone segments of one length that begin with a run. */
  private static int loneEnd(SegmentList list, int start, int end) {
    int run = start;
    while (run < end && list.count(run) == 1 && list.lengthBytes(run) == list.lengthBytes(start)) {
      run++;
    }
    return run;
  }

  private void addLongRun(
      ScaledSum accumulation, MemorySegment source, long from, long to, SegmentList list, int run) {
    long perPiece = Math.max(1, PIECE_BYTES / list.lengthBytes(run));
    for (long first = 0; first < list.count(run); first += perPiece) {
      long end = Math.min(list.count(run), first + perPiece);
      if (list.lengthBytes(run) > PIECE_BYTES) {
        long source0 = from + list.local().offset(run) + first * list.local().stride(run);
        long target0 = to + list.remote().offset(run) + first * list.remote().stride(run);
        addLong(accumulation, source, source0, target0, list.lengthBytes(run));
      } else {
        lock.lock();
        try {
          addSegments(accumulation, source, from, to, list, run, first, end);
        } finally {
          lock.unlock();
        }
      }
    }
  }

  /**
   * Accumulates contiguous bytes of any number. Pieces hold whole elements, as the sizes of both
   * are powers of two.
   */
  void addLong(ScaledSum accumulation, MemorySegment source, long from, long to, long sizeBytes) {
    for (long done = 0; done < sizeBytes; done += PIECE_BYTES) {
      long pieceBytes = Math.min(PIECE_BYTES, sizeBytes - done);
      lock.lock();
      try {
        accumulation.apply(source, from + done, target, to + done, pieceBytes);
      } finally {
        lock.unlock();
      }
    }
  }

  private void addSegments(
      ScaledSum accumulation,
      MemorySegment source,
      long from,
      long to,
      SegmentList list,
      int run,
      long first,
      long end) {
    long sourceStride = list.local().stride(run);
    long targetStride = list.remote().stride(run);
    accumulation.applyRows(
        source,
        from + list.local().offset(run) + first * sourceStride,
        sourceStride,
        target,
        to + list.remote().offset(run) + first * targetStride,
        targetStride,
        list.lengthBytes(run),
        end - first);
  }
}
