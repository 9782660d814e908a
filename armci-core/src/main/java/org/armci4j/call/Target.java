package org.armci4j.call;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;

/** Holds the slots from this rank to one target. */
final class Target {
  private final CallMemory memory;
  private final int rank;
  private final CallSlot[] slots;

  Target(CallMemory memory, int rank) {
    this.memory = memory;
    this.rank = rank;
    this.slots = new CallSlot[memory.layout().allSlots()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = new CallSlot(memory, rank, i);
    }
  }

  /** Ends all waits for replies. */
  void end() {
    for (CallSlot slot : slots) {
      slot.end();
    }
  }

  /**
   * Claims a slot for a program; waits for a free one. The wait ends: a thread with a slot either
   * waits for its reply, which frees the slot, or has let its call go, and then this method fetches
   * the reply. Only a reply for a buffer confined to another thread must wait for that thread.
   */
  CallSlot claim(long timeoutNanos) {
    while (true) {
      long seen = memory.own(CallLayout.CHANGES); // before the slots, so that no change is missed
      requireServing();
      CallSlot slot = tryClaim(0);
      if (slot != null) {
        return slot;
      }
      try {
        memory
            .armci()
            .signals()
            .await(() -> hasChanged(seen) || mayHaveFree(), this::allInUse, timeoutNanos);
      } catch (ArmciTimeoutException e) {
        ArmciTimeoutException late =
            new ArmciTimeoutException(
                allInUse() + " and none was answered within the setting waitTimeout");
        late.initCause(e);
        throw late;
      }
    }
  }

  private boolean hasChanged(long seen) {
    return memory.own(CallLayout.CHANGES) != seen;
  }

  /**
   * Returns whether a slot may be free. Needed besides {@link #hasChanged}, as a reply changes only
   * its slot's own word.
   */
  private boolean mayHaveFree() {
    for (int i = 0; i < memory.layout().slots(); i++) {
      if (slots[i].mayBeFree()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Claims a slot for a handler, or throws if none is free. The slots of handlers are held by calls
   * further down the same stack, which cannot go on before this call, so a wait would never end.
   */
  CallSlot claimForHandler() {
    requireServing();
    CallSlot slot = tryClaim(memory.layout().slots());
    if (slot == null) {
      throw new ArmciException(
          allInUse()
              + " by handlers that wait for each other; nest calls less deep, or raise"
              + " ARMCI_CALL_SLOTS");
    }
    return slot;
  }

  private CallSlot tryClaim(int first) {
    for (int i = first; i < first + memory.layout().slots(); i++) {
      slots[i].tryCollect();
      if (slots[i].tryClaim()) {
        return slots[i];
      }
    }
    return null;
  }

  private void requireServing() {
    boolean closedHere = memory.isClosed(memory.rank());
    if (closedHere || memory.isClosed(rank)) {
      throw new ArmciException(
          Text.format(
              "call on rank %d by rank %d: rank %d has closed its calls",
              rank, memory.rank(), closedHere ? memory.rank() : rank));
    }
  }

  private String allInUse() {
    return Text.format(
        "call on rank %d by rank %d: all %d slots are in use",
        rank, memory.rank(), memory.layout().slots());
  }
}
