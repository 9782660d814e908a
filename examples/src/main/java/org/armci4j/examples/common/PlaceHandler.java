package org.armci4j.examples.common;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.stream.ItemHandler;
import org.armci4j.stream.ItemStream;

/** Gets items of two words: a place at this rank, and a value for it. */
@FunctionalInterface
public interface PlaceHandler extends ItemHandler {
  /**
   * Opens a stream of such items. Collective.
   *
   * @param armci the rank's runtime
   * @param handler gets what the ranks push to this one
   * @return a stream whose items are pushed by {@link ItemStream#pushLongs}
   */
  static ItemStream open(Armci armci, PlaceHandler handler) {
    return ItemStream.open(armci, 2 * Long.BYTES, handler);
  }

  /**
   * Gets an item.
   *
   * @param place the place
   * @param value the value
   */
  void take(int place, long value);

  @Override
  default void handle(int origin, MemorySegment items) {
    for (long at = 0; at < items.byteSize(); at += 2 * Long.BYTES) {
      take(
          (int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at),
          items.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES));
    }
  }
}
