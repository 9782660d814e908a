package org.armci4j.transport.network;

import org.armci4j.transport.SegmentList;

/**
 * Cuts the local side of a list into messages: a message takes segments until it has as many as the
 * limits allow, or as many bytes, and cuts the last one there. So both sides, which know the
 * lengths of the segments, know where messages end. Pieces that lie one behind the other in memory
 * are given as one.
 *
 * <p>Used again for list after list; for one thread.
 */
public final class MessageCutter {
  private final ScatterLimits limits;
  private SegmentList list;
  private int run;
  private long index;

  /** How much of the segment at the index has been cut off. */
  private long done;

  private int segmentsLeft;
  private long bytesLeft;
  private long offset;
  private long lengthBytes;

  /**
   * @param limits of messages
   */
  public MessageCutter(ScatterLimits limits) {
    this.limits = limits;
  }

  /** Begins with a list. */
  public MessageCutter begin(SegmentList segments) {
    list = segments;
    run = 0;
    index = 0;
    done = 0;
    return this;
  }

  /** How many messages a list makes; begins again. */
  public int count(SegmentList segments) {
    begin(segments);
    int messages = 0;
    while (nextMessage()) {
      messages++;
      while (nextPiece()) {
        // only counted
      }
    }
    begin(segments);
    return messages;
  }

  /** Begins the next message; false if there is none. All pieces of the one before were taken. */
  public boolean nextMessage() {
    segmentsLeft = limits.maxSegments();
    bytesLeft = limits.maxBytes();
    return run < list.runs();
  }

  /** Goes to the next piece of the message; false if there is none. */
  public boolean nextPiece() {
    if (!hasPiece()) {
      return false;
    }
    offset = next();
    lengthBytes = take();
    while (hasPiece() && next() == offset + lengthBytes) {
      lengthBytes += take();
    }
    return true;
  }

  /** Where the piece begins, from the base of the local side. */
  public long offset() {
    return offset;
  }

  /** How long it is: no longer than a message. */
  public int lengthBytes() {
    return (int) lengthBytes;
  }

  private boolean hasPiece() {
    return segmentsLeft > 0 && bytesLeft > 0 && run < list.runs();
  }

  private long next() {
    return list.local().offset(run) + index * list.local().stride(run) + done;
  }

  private long take() {
    long length = list.lengthBytes(run);
    long bytes = Math.min(length - done, bytesLeft);
    segmentsLeft--;
    bytesLeft -= bytes;
    done += bytes;
    if (done == length) {
      done = 0;
      index++;
      if (index == list.count(run)) {
        index = 0;
        run++;
      }
    }
    return bytes;
  }
}
