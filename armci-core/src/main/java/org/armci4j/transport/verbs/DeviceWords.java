package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import org.armci4j.transport.AtomicUpdate;

/**
 * Atomics by the device of the word's owner. Devices add, and compare and swap; any other update
 * compares and swaps until no other one came between.
 */
final class DeviceWords implements Words {
  private final IntFunction<Peer> peers;
  private final ValueSlots slots;

  private final CopyRing ring;

  /** Receives old values that nobody wants. */
  private final RegisteredMemory.Part unwanted;

  /**
   * @param slots for old values that are waited for
   * @param ring for old values that are on their way
   */
  DeviceWords(
      IntFunction<Peer> peers, ValueSlots slots, CopyRing ring, RegisteredMemory.Part unwanted) {
    this.peers = peers;
    this.slots = slots;
    this.ring = ring;
    this.unwanted = unwanted;
  }

  private Connection direct(int rank) {
    Peer owner = peers.apply(rank);
    owner.helper().awaitAll();
    return owner.connection();
  }

  @Override
  public void add(int rank, long address, int remoteKey, long delta) {
    direct(rank)
        .fetchAdd(unwanted.memory().address(), unwanted.localKey(), address, remoteKey, delta);
  }

  @Override
  public long update(int rank, long address, int remoteKey, AtomicUpdate update, long operand) {
    Connection owner = direct(rank);
    int slot = slots.take();
    try {
      if (update == AtomicUpdate.ADD) {
        long ticket =
            owner.fetchAdd(slots.address(slot), slots.localKey(), address, remoteKey, operand);
        owner.progress().await(ticket, "atomic update");
        return slots.value(slot);
      }
      long expected = read(owner, slot, address, remoteKey);
      while (true) {
        long seen =
            swap(owner, slot, address, remoteKey, expected, apply(update, expected, operand));
        if (seen == expected) {
          return seen;
        }
        expected = seen;
      }
    } finally {
      slots.giveBack(slot);
    }
  }

  private static long apply(AtomicUpdate update, long value, long operand) {
    return switch (update) {
      case ADD -> value + operand;
      case SWAP -> operand;
      case AND -> value & operand;
      case OR -> value | operand;
      case XOR -> value ^ operand;
    };
  }

  private long read(Connection owner, int slot, long address, int remoteKey) {
    long ticket = owner.read(slots.address(slot), Long.BYTES, slots.localKey(), address, remoteKey);
    owner.progress().await(ticket, "atomic update");
    return slots.value(slot);
  }

  private long swap(
      Connection owner, int slot, long address, int remoteKey, long expected, long value) {
    long ticket =
        owner.compareAndSwap(
            slots.address(slot), slots.localKey(), address, remoteKey, expected, value);
    owner.progress().await(ticket, "atomic update");
    return slots.value(slot);
  }

  @Override
  public long compareAndSwap(int rank, long address, int remoteKey, long expected, long value) {
    Connection owner = direct(rank);
    int slot = slots.take();
    try {
      return swap(owner, slot, address, remoteKey, expected, value);
    } finally {
      slots.giveBack(slot);
    }
  }

  /** An addition is one request of the device; other updates are done before this returns. */
  @Override
  public long startUpdate(
      int rank,
      long address,
      int remoteKey,
      AtomicUpdate update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    if (update != AtomicUpdate.ADD) {
      return Words.super.startUpdate(
          rank, address, remoteKey, update, operand, result, resultOffset);
    }
    Connection owner = direct(rank);
    synchronized (ring) {
      long place = ring.reserve(Long.BYTES);
      long ticket =
          owner.fetchAddAndLand(ring, place, address, remoteKey, operand, result, resultOffset);
      ring.commit(owner, ticket);
      return ticket;
    }
  }

  @Override
  public long startCompareAndSwap(
      int rank,
      long address,
      int remoteKey,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    Connection owner = direct(rank);
    synchronized (ring) {
      long place = ring.reserve(Long.BYTES);
      long ticket =
          owner.compareAndSwapAndLand(
              ring, place, address, remoteKey, expected, value, result, resultOffset);
      ring.commit(owner, ticket);
      return ticket;
    }
  }
}
