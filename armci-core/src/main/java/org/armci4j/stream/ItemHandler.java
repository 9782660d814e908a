package org.armci4j.stream;

import java.lang.foreign.MemorySegment;

/** Gets the items that other ranks have pushed to this one. */
@FunctionalInterface
public interface ItemHandler {
  /**
   * Handles some items, in the order in which their origin pushed them. It runs in the thread that
   * uses the stream, inside a call of a method of the stream. It may use other streams and all
   * operations of the runtime that are not collective, but not push to its own stream. If it
   * throws, so does that call, and the stream is of no further use.
   *
   * @param origin the rank in the stream's group that pushed the items
   * @param items one after the other, each of the stream's item size; valid until the handler
   *     returns
   */
  void handle(int origin, MemorySegment items);
}
