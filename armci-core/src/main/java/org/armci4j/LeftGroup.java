package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.kernel.Words;

/**
 * Memory of a group that this rank has closed and other members perhaps not. It is freed when all
 * have: a network may write into this rank's block until then.
 *
 * @param leaves a word of each member, which that member sets when it closes the group. It does so
 *     behind a fence, so the word also says that nothing of it is on its way to this rank
 * @param memories retired, the one with the words among them
 */
record LeftGroup(MemorySegment leaves, List<GlobalMemory> memories) {
  /** Returns whether all members have closed the group. */
  boolean isLeftByAll() {
    for (long word = 0; word < leaves.byteSize(); word += Long.BYTES) {
      if (Words.getAcquire(leaves, word) == 0) {
        return false;
      }
    }
    return true;
  }
}
