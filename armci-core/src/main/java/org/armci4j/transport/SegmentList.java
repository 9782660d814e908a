package org.armci4j.transport;

import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Flat description of a transfer that is not contiguous: which bytes of the local buffer belong to
 * which bytes of the remote block. Shapes of every kind become such a list; transports execute the
 * list and know no shapes.
 *
 * <p>An entry is a <em>run</em>: {@code count} segments of {@code lengthBytes} each, one stride
 * apart on either side. A lone segment is a run of one. So a million equally spaced segments take
 * one entry, and irregular ones an entry each. Offsets are relative to two base offsets that each
 * transfer names, so one list serves many addresses.
 *
 * <p>Entries that one loop can serve follow each other in <em>batches</em>: either one run of
 * several segments, or lone segments of one length.
 *
 * <p>One thread fills a list; afterwards any number of threads may read it. A list grows and never
 * shrinks, so filling it again allocates nothing.
 */
public final class SegmentList {
  private final Side local = new Side();
  private final Side remote = new Side();
  private long[] lengths = new long[4];
  private long[] counts = new long[4];
  private int[] batchEnds = new int[4];
  private int runs;
  private int batches;
  private long segments;
  private long sizeBytes;

  /** Offsets and strides of one side, with the range that they span. */
  public static final class Side {
    private long[] offsets = new long[4];
    private long[] strides = new long[4];
    private long startBytes;
    private long endBytes;

    private Side() {}

    /**
     * Returns where a run's first segment begins.
     *
     * @param run from 0 to {@link SegmentList#runs} − 1
     * @return in bytes from the base
     */
    public long offset(int run) {
      return offsets[run];
    }

    /**
     * Returns the distance between the first bytes of a run's adjacent segments.
     *
     * @param run from 0 to {@link SegmentList#runs} − 1
     * @return in bytes; may be negative or zero
     */
    public long stride(int run) {
      return strides[run];
    }

    /**
     * Returns where the first segment of each run begins, for loops over runs of one segment.
     *
     * @return the list's own array, longer than its runs; changes when the list grows
     */
    public long[] offsets() {
      return offsets;
    }

    /**
     * Returns the first byte that any segment touches.
     *
     * @return in bytes from the base; zero for an empty list
     */
    public long startBytes() {
      return startBytes;
    }

    /**
     * Returns the end of the last byte that any segment touches.
     *
     * @return in bytes from the base; zero for an empty list
     */
    public long endBytes() {
      return endBytes;
    }

    private void set(int run, long offset, long stride, long last, long lengthBytes) {
      long start = Math.min(offset, last);
      long end = Math.max(offset, last) + lengthBytes;
      startBytes = run == 0 ? start : Math.min(startBytes, start);
      endBytes = run == 0 ? end : Math.max(endBytes, end);
      offsets[run] = offset;
      strides[run] = stride;
    }

    private void setAll(int run, long[] from, int first, int end, long lengthBytes) {
      long least = startBytes;
      long most = endBytes - lengthBytes;
      for (int i = first; i < end; i++) {
        least = Math.min(least, from[i]);
        most = Math.max(most, from[i]);
      }
      startBytes = least;
      endBytes = Math.addExact(most, lengthBytes);
      System.arraycopy(from, first, offsets, run, end - first);
      Arrays.fill(strides, run, run + end - first, 0);
    }

    private void ensure(int entries) {
      offsets = Arrays.copyOf(offsets, entries);
      strides = Arrays.copyOf(strides, entries);
    }
  }

  /** Creates an empty list. */
  public SegmentList() {}

  /** Empties the list, to be filled again. */
  public void clear() {
    runs = 0;
    batches = 0;
    segments = 0;
    sizeBytes = 0;
    local.startBytes = 0;
    local.endBytes = 0;
    remote.startBytes = 0;
    remote.endBytes = 0;
  }

  /**
   * Adds one segment.
   *
   * @param localOffset first byte on the local side
   * @param remoteOffset first byte on the remote side
   * @param lengthBytes how many bytes, at least 1
   */
  public void add(long localOffset, long remoteOffset, long lengthBytes) {
    addRun(localOffset, 0, remoteOffset, 0, lengthBytes, 1);
  }

  /**
   * Adds segments of one length, each as a run of one.
   *
   * @param localOffsets first byte of each segment on the local side
   * @param remoteOffsets first byte of each segment on the remote side
   * @param from the first segment of the arrays to add
   * @param to the segment after the last one
   * @param lengthBytes length of each segment, at least 1
   * @throws ArmciException when an offset or the total size does not fit 64 bits; the list is then
   *     undefined
   */
  public void addAll(
      long[] localOffsets, long[] remoteOffsets, int from, int to, long lengthBytes) {
    int count = to - from;
    if (count == 0) {
      return;
    }
    // The first one is checked with the total; the range of the others is that of two segments.
    addRun(localOffsets[from], 0, remoteOffsets[from], 0, lengthBytes, 1);
    ensureRoom(runs + count - 1);
    try {
      sizeBytes = Math.addExact(sizeBytes, Math.multiplyExact(lengthBytes, (long) count - 1));
      local.setAll(runs, localOffsets, from + 1, to, lengthBytes);
      remote.setAll(runs, remoteOffsets, from + 1, to, lengthBytes);
    } catch (ArithmeticException e) {
      throw new ArmciException(
          Text.format("offsets of %d segments of %d bytes do not fit 64 bits", count, lengthBytes),
          e);
    }
    Arrays.fill(lengths, runs, runs + count - 1, lengthBytes);
    Arrays.fill(counts, runs, runs + count - 1, 1);
    runs += count - 1;
    segments += count - 1;
    batchEnds[batches - 1] = runs;
  }

  /**
   * Adds equally spaced segments of one length.
   *
   * @param localOffset first byte of the first segment on the local side
   * @param localStride from one segment's first byte to the next one's on the local side
   * @param remoteOffset first byte of the first segment on the remote side
   * @param remoteStride from one segment's first byte to the next one's on the remote side
   * @param lengthBytes length of each segment, at least 1
   * @param count number of segments, at least 1
   * @throws ArmciException when an offset or the total size does not fit 64 bits; the list is then
   *     unchanged
   */
  public void addRun(
      long localOffset,
      long localStride,
      long remoteOffset,
      long remoteStride,
      long lengthBytes,
      long count) {
    if (lengthBytes < 1 || count < 1) {
      throw new ArmciException(
          Text.format("%d segments of %d bytes are no run of a list", count, lengthBytes));
    }
    ensureRoom(runs + 1);
    try {
      long total = Math.addExact(sizeBytes, Math.multiplyExact(lengthBytes, count));
      long localLast = last(localOffset, localStride, lengthBytes, count);
      long remoteLast = last(remoteOffset, remoteStride, lengthBytes, count);
      local.set(runs, localOffset, localStride, localLast, lengthBytes);
      remote.set(runs, remoteOffset, remoteStride, remoteLast, lengthBytes);
      sizeBytes = total;
      segments += count;
    } catch (ArithmeticException e) {
      throw new ArmciException(
          Text.format(
              "%d segments of %d bytes, local %d by %d, remote %d by %d: offsets do not fit 64"
                  + " bits",
              count, lengthBytes, localOffset, localStride, remoteOffset, remoteStride),
          e);
    }
    lengths[runs] = lengthBytes;
    counts[runs] = count;
    boolean joins = runs > 0 && count == 1 && counts[runs - 1] == 1;
    if (!joins || lengths[runs - 1] != lengthBytes) {
      batches++;
    }
    runs++;
    batchEnds[batches - 1] = runs;
  }

  /** Returns where a run's last segment begins, if the whole run fits 64 bits. */
  private static long last(long offset, long stride, long lengthBytes, long count) {
    long last = Math.addExact(offset, Math.multiplyExact(stride, count - 1));
    Math.addExact(Math.max(offset, last), lengthBytes);
    return last;
  }

  private void ensureRoom(int wanted) {
    if (wanted > lengths.length) {
      int entries = Math.max(wanted, Math.multiplyExact(lengths.length, 2));
      local.ensure(entries);
      remote.ensure(entries);
      lengths = Arrays.copyOf(lengths, entries);
      counts = Arrays.copyOf(counts, entries);
      batchEnds = Arrays.copyOf(batchEnds, entries);
    }
  }

  /**
   * Returns the side of the caller's buffer.
   *
   * @return the same object at every call
   */
  public Side local() {
    return local;
  }

  /**
   * Returns the side of the remote block.
   *
   * @return the same object at every call
   */
  public Side remote() {
    return remote;
  }

  /**
   * Returns the number of entries.
   *
   * @return from 0
   */
  public int runs() {
    return runs;
  }

  /**
   * Returns the length of each segment of a run.
   *
   * @param run from 0 to {@link #runs} − 1
   * @return in bytes, at least 1
   */
  public long lengthBytes(int run) {
    return lengths[run];
  }

  /**
   * Returns the number of segments in a run.
   *
   * @param run from 0 to {@link #runs} − 1
   * @return at least 1
   */
  public long count(int run) {
    return counts[run];
  }

  /**
   * Returns the number of batches.
   *
   * @return from 0
   */
  public int batches() {
    return batches;
  }

  /**
   * Returns the run after a batch's last one, which is the first of the next batch.
   *
   * @param batch from 0 to {@link #batches} − 1
   * @return the number of a run
   */
  public int batchEnd(int batch) {
    return batchEnds[batch];
  }

  /**
   * Returns the number of segments of all runs together.
   *
   * @return from 0
   */
  public long segments() {
    return segments;
  }

  /**
   * Returns the number of bytes of all segments together.
   *
   * @return from 0
   */
  public long sizeBytes() {
    return sizeBytes;
  }

  /**
   * Describes one run for people.
   *
   * @param run from 0 to {@link #runs} − 1
   * @return such as {@code 256 x 1024 B, local 0 by 1024, remote 512 by 4096}
   */
  public String describe(int run) {
    if (counts[run] == 1) {
      return Text.format(
          "%d B, local %d, remote %d", lengths[run], local.offsets[run], remote.offsets[run]);
    }
    return Text.format(
        "%d x %d B, local %d by %d, remote %d by %d",
        counts[run],
        lengths[run],
        local.offsets[run],
        local.strides[run],
        remote.offsets[run],
        remote.strides[run]);
  }

  @Override
  public String toString() {
    return Text.format(
        "SegmentList[segments=%d, sizeBytes=%d, runs=%d]", segments, sizeBytes, runs);
  }
}
