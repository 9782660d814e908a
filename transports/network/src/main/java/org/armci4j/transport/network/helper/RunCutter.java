package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;

/**
 * Cuts a list into runs that fit into messages, from its first byte to its last: a long run is cut
 * between segments, and a segment is cut that is longer than a message holds. Used again for list
 * after list; for one thread.
 */
public final class RunCutter {
  private SegmentList list;
  private long maxBytes;
  private long unit;
  private int run;
  private long index;

  /** How much of the segment at the index has been cut off. */
  private long done;

  private int markedRun;
  private long markedIndex;
  private long markedDone;
  private long local;
  private long remote;
  private long localStride;
  private long remoteStride;
  private long lengthBytes;
  private long count;

  /** Creates one that has nothing to cut. */
  public RunCutter() {}

  /**
   * Begins.
   *
   * @param segments what to cut
   * @param longestBytes only longer segments are cut
   * @param unitBytes pieces of a segment are a multiple of so many bytes
   * @return this
   */
  public RunCutter begin(SegmentList segments, long longestBytes, int unitBytes) {
    list = segments;
    maxBytes = longestBytes;
    unit = unitBytes;
    run = 0;
    index = 0;
    done = 0;
    return this;
  }

  /** Goes on at the same place of a list that has the same runs elsewhere. */
  public void goOnWith(SegmentList segments) {
    list = segments;
  }

  /** Cuts only segments that are longer than so many bytes, from here on. */
  public void setLongest(long longestBytes) {
    maxBytes = longestBytes;
  }

  /** Remembers the place. */
  public void mark() {
    markedRun = run;
    markedIndex = index;
    markedDone = done;
  }

  /** Goes back to where {@link #mark} was called last. */
  public void reset() {
    run = markedRun;
    index = markedIndex;
    done = markedDone;
  }

  /** Returns whether anything is left. */
  public boolean hasMore() {
    return run < list.runs();
  }

  /**
   * Cuts off one more run.
   *
   * @param roomBytes how much it may hold
   * @param maxSegments how many segments it may have
   * @return false when nothing is left, or there is no room for what is next
   */
  public boolean cut(long roomBytes, long maxSegments) {
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

  /** Adds the run that was cut last to a list, as it is. */
  public void addTo(SegmentList part) {
    part.addRun(local, localStride, remote, remoteStride, lengthBytes, count);
  }

  /** Where the run that was cut last begins on the local side. */
  long local() {
    return local;
  }

  long localStride() {
    return localStride;
  }

  /** Where it begins on the remote side. */
  long remote() {
    return remote;
  }

  long remoteStride() {
    return remoteStride;
  }

  /** How long each of its segments is. */
  long lengthBytes() {
    return lengthBytes;
  }

  /** How many segments it has. */
  public long count() {
    return count;
  }

  /** How much all of them hold. */
  public long sizeBytes() {
    return lengthBytes * count;
  }
}
