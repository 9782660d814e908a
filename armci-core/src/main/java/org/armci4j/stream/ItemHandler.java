package org.armci4j.stream;

import java.lang.foreign.MemorySegment;

/** Gets the items that other ranks have pushed to this one. */
@FunctionalInterface
public interface ItemHandler {
  /**
   * Handles some items, in the order in which their origin pushed them. What a handler may do is
   * told in {@link BatchStream}.
   *
   * @param origin the rank in the stream's group that pushed the items
   * @param items one after the other, each of the stream's item size; valid until the handler
   *     returns
   */
  void handle(int origin, MemorySegment items);
}
