package org.armci4j.transport.shared;

import java.lang.foreign.MemorySegment;

/**
 * A block's memory in this rank's address space.
 *
 * @param memory exactly the block
 * @param release gives the address range back; using {@code memory} afterwards throws
 */
record Mapping(MemorySegment memory, Runnable release) implements AutoCloseable {
  @Override
  public void close() {
    release.run();
  }
}
