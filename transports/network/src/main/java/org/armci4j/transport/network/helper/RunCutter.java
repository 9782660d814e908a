package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;

/**
 * Cuts a list into runs that fit into messages, from its first byte to its last: a long run is cut
 * between segments, and a segment is cut that is longer than a message holds. Used again for list
 * after list; for one thread.
 */
final class RunCutter {
  private SegmentList list;
  private long maxBytes;
  private long unit;
  private int run;
  private long index;

  /** How much of the segment at the index has been cut off. */
  private long done;

  private long local;
  private long remote;
  private long localStride;
  private long remoteStride;
  private long lengthBytes;
  private long count;

  /** Creates one that has nothing to cut. */
  RunCutter() {}

  /**
   * Begins.
   *
   * @param segments what to cut
   * @param longestRunBytes how much the longest run may hold; only longer segments are cut
   * @param unitBytes pieces of a segment are a multiple of so many bytes
   */
  RunCutter begin(SegmentList segments, long longestRunBytes, int unitBytes) {
    list = segments;
    maxBytes = longestRunBytes;
    unit = unitBytes;
    run = 0;
    index = 0;
    done = 0;
    return this;
  }

  /** Goes on at the same place of a list that has the same runs elsewhere. */
  void goOnWith(SegmentList segments) {
    list = segments;
  }

  boolean hasMore() {
    return run < list.runs();
  }

  /**
   * Cuts off one more run.
   *
   * @param roomBytes how much it may hold
   * @return false when nothing is left, or there is no room for what is next
   */
  boolean cut(long roomBytes) {
    if (!hasMore()) {
      return false;
    }
    long length = list.lengthBytes(run);
    local = list.local().offset(run) + index * list.local().stride(run) + done;
    remote = list.remote().offset(run) + index * list.remote().stride(run) + done;
    if (length > maxBytes) {
      return cutSegment(Math.min(roomBytes - roomBytes % unit, length - done), length);
    }
    count = Math.min(list.count(run) - index, roomBytes / length);
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
  long count() {
    return count;
  }

  /** How much all of them hold. */
  long sizeBytes() {
    return lengthBytes * count;
  }
}
