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
    return ItemStream.open(armci, ITEM_BYTES, (_, items) -> handler.takeAll(items));
  }

  /**
   * Gets an item.
   *
   * @param place the place
   * @param value the value
   */
  void take(int place, long value);

  private void takeAll(MemorySegment items) {
    for (long at = 0; at < items.byteSize(); at += ITEM_BYTES) {
      take(
          (int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at),
          items.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES));
    }
  }
}
