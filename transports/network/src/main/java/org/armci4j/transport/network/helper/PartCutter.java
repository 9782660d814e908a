package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.MessageCutter;
import org.armci4j.transport.network.ScatterLimits;

/**
 * Cuts a list into parts that a request describes and a line has room for, from its first byte to
 * its last. A part begins with a message of its own. Where messages end it knows as {@link
 * MessageCutter} does, and counts them run by run.
 */
final class PartCutter {
  private final SegmentList list;
  private final ScatterLimits limits;
  private final int maxMessages;
  private int run;
  private long index;

  /** How much of the segment at the index is in earlier parts, or in this one. */
  private long done;

  private int messages;
  private int segmentsLeft;
  private long bytesLeft;

  /**
   * @param list what to cut
   * @param limits of messages
   * @param maxMessages how many a part may have
   */
  PartCutter(SegmentList list, ScatterLimits limits, int maxMessages) {
    this.list = list;
    this.limits = limits;
    this.maxMessages = maxMessages;
  }

  boolean hasMore() {
    return run < list.runs();
  }

  /**
   * Cuts off the next part.
   *
   * @param part becomes it
   * @param maxRuns how many runs it may have
   */
  void cut(SegmentList part, int maxRuns) {
    part.clear();
    messages = 0;
    segmentsLeft = 0;
    while (hasMore() && part.runs() < maxRuns) {
      long count = takeWhole();
      if (count > 0) {
        add(part, list.lengthBytes(run), count);
        advance(count);
      } else if (openMessage()) {
        takePiece(part);
      } else {
        return;
      }
    }
  }

  private void add(SegmentList part, long lengthBytes, long count) {
    long localStride = list.local().stride(run);
    long remoteStride = list.remote().stride(run);
    part.addRun(
        list.local().offset(run) + index * localStride + done,
        localStride,
        list.remote().offset(run) + index * remoteStride + done,
        remoteStride,
        lengthBytes,
        count);
  }

  /** How many of the run's next segments go into the part without being cut. */
  private long takeWhole() {
    long length = list.lengthBytes(run);
    long left = done == 0 ? list.count(run) - index : 0;
    long count = 0;
    while (count < left && openMessage()) {
      long fit = Math.min(left - count, Math.min(segmentsLeft, bytesLeft / length));
      if (fit == 0) {
        break;
      }
      count += fit;
      segmentsLeft -= (int) fit;
      bytesLeft -= fit * length;
    }
    return count;
  }

  private boolean openMessage() {
    if (messages > 0 && segmentsLeft > 0 && bytesLeft > 0) {
      return true;
    }
    if (messages == maxMessages) {
      return false;
    }
    messages++;
    segmentsLeft = limits.maxSegments();
    bytesLeft = limits.maxBytes();
    return true;
  }

  private void takePiece(SegmentList part) {
    long left = list.lengthBytes(run) - done;
    long bytes = Math.min(left, bytesLeft);
    add(part, bytes, 1);
    segmentsLeft--;
    bytesLeft -= bytes;
    done += bytes;
    if (bytes == left) {
      done = 0;
      advance(1);
    }
  }

  private void advance(long segments) {
    index += segments;
    if (index == list.count(run)) {
      index = 0;
      run++;
    }
  }
}
