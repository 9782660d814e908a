package org.armci4j.examples.common;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.stream.ItemStream;

/** Gets items of two words: a place at this rank, and a value for it. */
@FunctionalInterface
public interface PlaceHandler {
  /** Bytes of an item. */
  int ITEM_BYTES = 2 * Long.BYTES;

  /**
   * Opens a stream of such items. Collective.
   *
   * @param armci the rank's runtime
   * @param handler gets what the ranks push to this one
   * @return a stream whose items are pushed by {@link ItemStream#pushLongs}
   */
  static ItemStream open(Armci armci, PlaceHandler handler) {
    long[] words = new long[(int) (ItemStream.USUAL_BATCH_BYTES / Long.BYTES)];
    return ItemStream.open(
        armci,
        ITEM_BYTES,
        (_, items) -> {
          int count = (int) (items.byteSize() / Long.BYTES);
          // In one copy: the JIT may lose track of the kind of memory that single reads are from.
          MemorySegment.copy(items, ValueLayout.JAVA_LONG_UNALIGNED, 0, words, 0, count);
          for (int i = 0; i < count; i += 2) {
            handler.take((int) words[i], words[i + 1]);
          }
        });
  }

  /**
   * Gets an item.
   *
   * @param place the place
   * @param value the value
   */
  void take(int place, long value);
}
