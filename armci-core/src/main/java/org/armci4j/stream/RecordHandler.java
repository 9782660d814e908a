package org.armci4j.stream;

import java.lang.foreign.MemorySegment;

/** Gets the records that other ranks have pushed to this one. */
@FunctionalInterface
public interface RecordHandler {
  /**
   * Handles a record. Those of one origin come in the order in which it pushed them. What a handler
   * may do is told in {@link BatchStream}.
   *
   * @param origin the rank in the stream's group that pushed the record
   * @param memory holds the record; valid until the handler returns
   * @param offset the record's first byte, a multiple of 8
   * @param sizeBytes its size
   */
  void handle(int origin, MemorySegment memory, long offset, int sizeBytes);
}
