package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;

/**
 * Cuts a list, from its first byte to its last, into runs that fit into messages. A long run is cut
 * between segments; only segments longer than a message are cut. Reused for one list after another,
 * by one thread at a time.
 */
public class RunCutter {
  private SegmentList list;
  private long maxBytes;
  private long unit;
  private int run;
  private long index;

  /** How much of the segment at the index has been cut off. */
  private long done;

  /** How much of the list has been cut off. */
  private long cutBytes;

  private long markedBytes;
  private int markedRun;
  private long markedIndex;
  private long markedDone;
  private long local;
  private long remote;
  private long localStride;
  private long remoteStride;
  private long lengthBytes;
  private long count;

  /** Creates a cutter without a list. */
  public RunCutter() {}

  /**
   * Begins to cut a list.
   *
   * @param segments to be cut
   * @param longestBytes only longer segments are cut
   * @param unitBytes pieces of a segment are a multiple of so many bytes
   * @return this
   */
  public final RunCutter begin(SegmentList segments, long longestBytes, int unitBytes) {
    list = segments;
    maxBytes = longestBytes;
    unit = unitBytes;
    run = 0;
    index = 0;
    done = 0;
    cutBytes = 0;
    return this;
  }

  /** Drops the list, of which nothing is left. */
  public final void end() {
    list = null;
  }

  /** Sets the length above which segments are cut from here on. */
  public final void setLongest(long longestBytes) {
    maxBytes = longestBytes;
  }

  /** Marks the current place. */
  public final void mark() {
    markedRun = run;
    markedIndex = index;
    markedDone = done;
    markedBytes = cutBytes;
  }

  /** Returns to the place of the latest {@link #mark}. */
  public final void reset() {
    run = markedRun;
    index = markedIndex;
    done = markedDone;
    cutBytes = markedBytes;
  }

  /** Returns whether anything is left. */
  public final boolean hasMore() {
    return list != null && run < list.runs();
  }

  /** Returns how many bytes are left. */
  public final long leftBytes() {
    return list.sizeBytes() - cutBytes;
  }

  /** Returns the most runs that are left: a segment cut in two makes one more. */
  final long leftRuns() {
    return list.runs() - run + (done > 0 ? 1L : 0);
  }

  /** Cuts off all that is left, without a limit on segments, as a list of its own. */
  public final SegmentList cutRest() {
    setLongest(Long.MAX_VALUE);
    SegmentList rest = new SegmentList();
    while (cut(Long.MAX_VALUE, Long.MAX_VALUE)) {
      addTo(rest);
    }
    return rest;
  }

  /** Returns how many uncut segments of the current run are left. */
  final long wholeSegments() {
    return done == 0 ? list.count(run) - index : 0;
  }

  /** Returns the length of each segment of the current run, in the list. */
  final long segmentBytes() {
    return list.lengthBytes(run);
  }

  /**
   * Cuts off one more run.
   *
   * @param roomBytes the most bytes in it
   * @param maxSegments the most segments in it
   * @return false if nothing is left, or there is no room for the next segment
   */
  public final boolean cut(long roomBytes, long maxSegments) {
    if (!hasMore() || maxSegments < 1) {
      return false;
    }
    long length = list.lengthBytes(run);
    local = list.local().offset(run) + index * list.local().stride(run) + done;
    remote = list.remote().offset(run) + index * list.remote().stride(run) + done;
    if (done > 0 || length > maxBytes) {
      long most = Math.min(roomBytes, maxBytes);
      return cutSegment(Math.min(most - most % unit, length - done), length);
    }
    count = Math.min(Math.min(list.count(run) - index, maxSegments), roomBytes / length);
    if (count < 1) {
      return false;
    }
    lengthBytes = length;
    localStride = list.local().stride(run);
    remoteStride = list.remote().stride(run);
    cutBytes += sizeBytes();
    advance(count);
    return true;
  }

  private boolean cutSegment(long bytes, long length) {
    if (bytes < 1) {
      return false;
    }
    count = 1;
    lengthBytes = bytes;
    localStride = 0;
    remoteStride = 0;
    done += bytes;
    cutBytes += bytes;
    if (done == length) {
      done = 0;
      advance(1);
    }
    return true;
  }

  private void advance(long segments) {
    index += segments;
    if (index == list.count(run)) {
      index = 0;
      run++;
    }
  }

  /** Adds the run that was cut last to a list, with its offsets unchanged. */
  public final void addTo(SegmentList part) {
    part.addRun(local, localStride, remote, remoteStride, lengthBytes, count);
  }

  /** Returns the local offset of the run that was cut last. */
  final long local() {
    return local;
  }

  final long localStride() {
    return localStride;
  }

  /** Returns its remote offset. */
  final long remote() {
    return remote;
  }

  final long remoteStride() {
    return remoteStride;
  }

  /** Returns the length of each of its segments. */
  final long lengthBytes() {
    return lengthBytes;
  }

  /** Returns the number of its segments. */
  public final long count() {
    return count;
  }

  /** Returns the bytes of all its segments together. */
  public final long sizeBytes() {
    return lengthBytes * count;
  }
}
