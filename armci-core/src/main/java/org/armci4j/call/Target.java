package org.armci4j.call;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.waiting.Waiter;

/** Holds the slots from this rank to one target. */
final class Target {
  private final CallMemory memory;
  private final int rank;
  private final CallSlot[] slots;

  /**
   * As many turns as programs have slots. Without them, each slot that becomes free would wake
   * every thread that waits for one, and thousands of virtual threads may.
   */
  private final Semaphore turns;

  Target(CallMemory memory, int rank) {
    this.memory = memory;
    this.rank = rank;
    this.slots = new CallSlot[memory.layout().allSlots()];
    this.turns = new Semaphore(memory.layout().slots(), true);
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
   * the reply. Only a reply for a buffer confined to another thread must wait for that thread. The
   * caller has a turn from then on until {@link #endTurn}.
   */
  CallSlot claim(long timeoutNanos) {
    long startNanos = Waiter.startNanos(timeoutNanos);
    if (!turns.tryAcquire() && !awaitTurn(timeoutNanos)) {
      throw noneAnswered(null);
    }
    boolean claimed = false;
    try {
      CallSlot slot = awaitFree(Waiter.leftNanos(startNanos, timeoutNanos));
      claimed = true;
      return slot;
    } finally {
      if (!claimed) {
        turns.release();
      }
    }
  }

  /** Lets the next thread claim a slot. */
  void endTurn() {
    turns.release();
  }

  /** Waits for a turn, through interrupts. Those who have a turn end theirs when a rank fails. */
  private boolean awaitTurn(long timeoutNanos) {
    long startNanos = System.nanoTime();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return turns.tryAcquire(
              timeoutNanos - (System.nanoTime() - startNanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private CallSlot awaitFree(long timeoutNanos) {
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
            .await(rank, () -> hasChanged(seen) || mayHaveFree(), this::allInUse, timeoutNanos);
      } catch (ArmciTimeoutException e) {
        throw noneAnswered(e);
      }
    }
  }

  private ArmciTimeoutException noneAnswered(ArmciTimeoutException cause) {
    ArmciTimeoutException late =
        new ArmciTimeoutException(
            allInUse() + " and none was answered within the setting waitTimeout");
    late.initCause(cause);
    return late;
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
