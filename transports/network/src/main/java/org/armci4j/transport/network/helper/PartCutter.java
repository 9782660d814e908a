package org.armci4j.transport.network.helper;

import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.MessageCutter;
import org.armci4j.transport.network.ScatterLimits;

/**
 * Cuts a list, from its first byte to its last, into parts that a request can describe and a line
 * has room for. A part begins with a new message. Messages end as in {@link MessageCutter}, but are
 * counted run by run.
 */
final class PartCutter extends RunCutter {
  private final ScatterLimits limits;
  private final int maxMessages;
  private int messages;
  private int segmentsLeft;
  private long bytesLeft;

  /**
   * @param list to be cut
   * @param limits of messages
   * @param maxMessages the most messages in a part
   */
  PartCutter(SegmentList list, ScatterLimits limits, int maxMessages) {
    begin(list, Long.MAX_VALUE, 1);
    this.limits = limits;
    this.maxMessages = maxMessages;
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
      long whole = takeWhole();
      if (whole > 0) {
        setLongest(Long.MAX_VALUE);
        boolean _ = cut(Long.MAX_VALUE, whole);
      } else if (openMessage()) {
        setLongest(bytesLeft);
        boolean _ = cut(bytesLeft, 1);
        segmentsLeft--;
        bytesLeft -= sizeBytes();
      } else {
        return;
      }
      addTo(part);
    }
  }

  /** Returns how many of the run's next segments go uncut into the part. */
  private long takeWhole() {
    long length = segmentBytes();
    long left = wholeSegments();
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
}
