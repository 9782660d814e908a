package org.armci4j.profile.recording;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Finds the key of a word by its address in memory of this rank, which is all that a wait knows.
 */
final class BlockAddresses {
  private record Block(long sizeBytes, long key) {}

  /** Blocks by the address of their first byte. */
  private final ConcurrentSkipListMap<Long, Block> blocks = new ConcurrentSkipListMap<>();

  /**
   * Adds a block of this rank.
   *
   * @param view its memory, or null
   * @param key its key, by {@link WordSums#block}
   */
  void add(MemorySegment view, long key) {
    if (view != null && view.isNative()) {
      blocks.put(view.address(), new Block(view.byteSize(), key));
    }
  }

  /**
   * Removes a block whose memory is about to be freed, so that a later one can have its addresses.
   *
   * @param view its memory, or null
   * @param key its key
   */
  void remove(MemorySegment view, long key) {
    if (view != null && view.isNative()) {
      blocks.remove(view.address(), new Block(view.byteSize(), key));
    }
  }

  /**
   * Returns the key of a word.
   *
   * @param view memory of this rank
   * @param offset offset of the word in it
   * @return 0 if the word is in no block of this rank
   */
  long key(MemorySegment view, long offset) {
    long address = view.address() + offset;
    Map.Entry<Long, Block> below = blocks.floorEntry(address);
    if (below == null || address - below.getKey() >= below.getValue().sizeBytes()) {
      return 0;
    }
    return WordSums.key(below.getValue().key(), address - below.getKey());
  }
}
