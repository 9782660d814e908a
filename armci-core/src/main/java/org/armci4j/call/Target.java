package org.armci4j.call;

import org.armci4j.ArmciException;
import org.armci4j.ArmciTimeoutException;
import org.armci4j.bootstrap.text.Text;

/** The slots from this rank to one target. */
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
   * A slot for a program; waits for one. This ends: the thread that has a slot either waits for its
   * reply, which frees it, or has left its call alone, and then the reply is fetched here. Only a
   * reply for a buffer that is confined to another thread must wait for that thread.
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

  /** A reply that has come changes nothing but the slot's own word. */
  private boolean mayHaveFree() {
    for (int i = 0; i < memory.layout().slots(); i++) {
      if (slots[i].mayBeFree()) {
        return true;
      }
    }
    return false;
  }

  /**
   * A slot for a handler, at once or never: the slots of handlers are in the hands of calls further
   * down on the same stack, which cannot go on before this one.
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
