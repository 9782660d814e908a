package org.armci4j.stream;

import java.lang.foreign.MemorySegment;

/** Gets the replies to this rank's own requests. */
@FunctionalInterface
public interface ReplyHandler {
  /**
   * Handles the reply to one request. Those of one target come in the order of the requests. What a
   * handler may do is told in {@link BatchStream}.
   *
   * @param target the rank in the stream's group that has answered
   * @param tag what this rank said with its request
   * @param memory holds the reply; valid until the handler returns
   * @param offset the reply's first byte
   */
  void handle(int target, long tag, MemorySegment memory, long offset);
}
