package org.armci4j.transport.network;

import org.armci4j.transport.SegmentList;

/**
 * Cuts the local side of a list into messages. A message takes segments until it reaches the limit
 * of segments or of bytes; a segment that exceeds the limit of bytes is cut. Both ends know the
 * lengths of the segments, so both know where messages end. Pieces that are adjacent in memory
 * become one piece.
 *
 * <p>Reused for list after list, by one thread.
 */
public final class MessageCutter {
  private final ScatterLimits limits;
  private final SegmentCursor at = new SegmentCursor();
  private int segmentsLeft;
  private long bytesLeft;
  private long offset;
  private long lengthBytes;

  /**
   * @param limits limits of the messages
   */
  public MessageCutter(ScatterLimits limits) {
    this.limits = limits;
  }

  /** Begins with a list. */
  public MessageCutter begin(SegmentList segments) {
    at.seek(segments, 0);
    return this;
  }

  /** Begins with a list and returns the number of its messages. */
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

  /**
   * Begins the next message; returns false if there is none. All pieces of the previous message
   * have been taken.
   */
  public boolean nextMessage() {
    segmentsLeft = limits.maxSegments();
    bytesLeft = limits.maxBytes();
    return at.hasSegment();
  }

  /** Goes to the next piece of the message; returns false if there is none. */
  public boolean nextPiece() {
    if (!hasPiece()) {
      return false;
    }
    offset = at.local();
    lengthBytes = take();
    while (hasPiece() && at.local() == offset + lengthBytes) {
      lengthBytes += take();
    }
    return true;
  }

  /** Returns where the piece begins, from the base of the local side. */
  public long offset() {
    return offset;
  }

  /** Returns the length of the piece, which is no longer than a message. */
  public int lengthBytes() {
    return (int) lengthBytes;
  }

  private boolean hasPiece() {
    return segmentsLeft > 0 && bytesLeft > 0 && at.hasSegment();
  }

  private long take() {
    long bytes = Math.min(at.lengthBytes(), bytesLeft);
    segmentsLeft--;
    bytesLeft -= bytes;
    at.pass(bytes);
    return bytes;
  }
}
