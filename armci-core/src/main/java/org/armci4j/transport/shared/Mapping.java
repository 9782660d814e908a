package org.armci4j.transport.shared;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * A block's memory in this rank's address space.
 *
 * @param memory exactly the block
 * @param release gives the address range back, after which using {@code memory} throws; returns
 *     false and gives nothing back while another thread's copy is using it
 */
record Mapping(MemorySegment memory, BooleanSupplier release) {
  /**
   * Closes a shared arena.
   *
   * @return false when it stays open, as a thread copies to or from its memory
   */
  static boolean close(Arena arena) {
    try {
      arena.close();
      return true;
    } catch (IllegalStateException inUse) {
      if (!arena.scope().isAlive()) {
        throw inUse;
      }
      return false;
    }
  }
}
