package org.armci4j.transport.verbs;

import org.armci4j.transport.network.ValueSlots;

/**
 * The slots for results, with what requests need to name them.
 *
 * @param slots the slots
 * @param localKey of their registration
 */
record KeyedSlots(ValueSlots slots, int localKey) {
  /** Takes a slot; waits where all are in use. */
  int take() {
    return slots.take();
  }

  /** The slot is free again. */
  void giveBack(int slot) {
    slots.giveBack(slot);
  }

  /** Where a slot begins. */
  long address(int slot) {
    return slots.address(slot);
  }

  /** The word at its beginning. */
  long value(int slot) {
    return slots.value(slot);
  }
}
