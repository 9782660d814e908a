package org.armci4j.stream;

import java.lang.foreign.MemorySegment;

/** Answers the requests that other ranks send to this one. */
@FunctionalInterface
public interface RequestHandler {
  /**
   * Answers some requests, in the order in which their origin sent them. What a handler may do is
   * told in {@link BatchStream}.
   *
   * @param origin the rank in the stream's group that sent the requests
   * @param requests one after the other, each of the stream's request size; valid until the handler
   *     returns
   * @param replies to be filled with as many replies in the same order, each of the stream's reply
   *     size; holds old bytes before, and is valid until the handler returns
   */
  void handle(int origin, MemorySegment requests, MemorySegment replies);
}
