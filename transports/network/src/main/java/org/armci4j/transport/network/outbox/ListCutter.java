package org.armci4j.transport.network.outbox;

import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.SegmentCursor;

/** Cuts a list into lists of a few segments, from its first byte to its last. */
final class ListCutter {
  private final SegmentCursor at = new SegmentCursor();
  private final SegmentList part = new SegmentList();

  /** How much of the segment at the cursor has been cut off. */
  private long done;

  /** Begins with a list. */
  ListCutter begin(SegmentList list) {
    at.begin(list);
    done = 0;
    return this;
  }

  /** Goes on at the same place of a list that has the same lengths. */
  void goOnWith(SegmentList list) {
    at.goOnWith(list);
  }

  boolean hasMore() {
    return at.hasSegment();
  }

  /**
   * The next part, which stays the next one until {@link #advance}.
   *
   * @param maxSegments how many it may have
   * @param maxSegmentBytes how long each of them may be
   * @param maxBytes how long all may be together
   * @return a list that is used again for the next part
   */
  SegmentList part(int maxSegments, long maxSegmentBytes, long maxBytes) {
    long begin = done;
    at.mark();
    part.clear();
    long left = maxBytes;
    for (int i = 0; i < maxSegments && left > 0 && hasMore(); i++) {
      long length = Math.min(Math.min(at.lengthBytes() - done, maxSegmentBytes), left);
      part.add(at.local() + done, at.remote() + done, length);
      left -= length;
      pass(length);
    }
    at.reset();
    done = begin;
    return part;
  }

  /** What {@link #part} gave has been started. */
  void advance() {
    long left = part.sizeBytes();
    while (left > 0) {
      long length = Math.min(at.lengthBytes() - done, left);
      left -= length;
      pass(length);
    }
  }

  private void pass(long length) {
    done += length;
    if (done == at.lengthBytes()) {
      done = 0;
      at.advance();
    }
  }
}
