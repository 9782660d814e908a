package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.MessageCutter;
import org.armci4j.transport.network.ScatterLimits;

/**
 * Cuts a list, from its first byte to its last, into parts that a request can describe and a line
 * has room for. A part begins with a new message. Messages end as in {@link MessageCutter}, but are
 * counted run by run.
 */
final class PartCutter {
  private final SegmentList list;
  private final ScatterLimits limits;
  private final int maxMessages;
  private int run;
  private long index;

  /** Bytes of the segment at the index that earlier parts or this one hold. */
  private long done;

  private int messages;
  private int segmentsLeft;
  private long bytesLeft;

  /**
   * @param list to be cut
   * @param limits of messages
   * @param maxMessages the most messages in a part
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
   * @param part receives it
   * @param maxRuns the most runs in it
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

  /** Returns how many of the run's next segments go uncut into the part. */
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
