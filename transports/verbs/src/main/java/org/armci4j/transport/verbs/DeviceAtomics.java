package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;

/**
 * Atomics by the device of the words' owner. Devices add, and compare and swap; any other update
 * compares and swaps until no other one came between.
 */
final class DeviceAtomics implements WordAtomics {
  /**
   * What the atomics of a rank share.
   *
   * @param slots for old values that are waited for
   * @param buffers for old values that are on their way
   * @param unwanted receives old values that nobody wants
   */
  record Shared(KeyedSlots slots, KeyedBuffers buffers, RegisteredMemory.Part unwanted) {
    int unwantedKey() {
      return VerbsRegistration.localKey(unwanted.registration());
    }
  }

  private final Connection owner;
  private final KeyedSlots slots;
  private final KeyedBuffers buffers;
  private final long unwanted;
  private final int unwantedKey;

  /**
   * @param owner the way to the rank that has the words
   */
  DeviceAtomics(Connection owner, Shared shared) {
    this.owner = owner;
    this.slots = shared.slots();
    this.buffers = shared.buffers();
    this.unwanted = shared.unwanted().address();
    this.unwantedKey = shared.unwantedKey();
  }

  @Override
  public boolean mayStart() {
    return owner.mayStartAtomic();
  }

  @Override
  public boolean isOneOperation(UpdateKind update) {
    return update == UpdateKind.ADD;
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    owner.fetchAdd(unwanted, unwantedKey, address, VerbsRemoteKey.of(key), delta);
  }

  @Override
  public long update(long address, RemoteKey key, UpdateKind update, long operand) {
    int remoteKey = VerbsRemoteKey.of(key);
    int slot = slots.take();
    try {
      if (update == UpdateKind.ADD) {
        return result(
            slot,
            owner.fetchAdd(slots.address(slot), slots.localKey(), address, remoteKey, operand));
      }
      long expected =
          result(
              slot,
              owner.read(slots.address(slot), Long.BYTES, slots.localKey(), address, remoteKey));
      while (true) {
        long seen =
            swap(slot, address, remoteKey, expected, WordAtomics.after(update, expected, operand));
        if (seen == expected) {
          return seen;
        }
        expected = seen;
      }
    } finally {
      slots.giveBack(slot);
    }
  }

  private long swap(int slot, long address, int remoteKey, long expected, long value) {
    return result(
        slot,
        owner.compareAndSwap(
            slots.address(slot), slots.localKey(), address, remoteKey, expected, value));
  }

  /** What the device has written into the slot. */
  private long result(int slot, long ticket) {
    owner.progress().awaitOrAbandon(ticket, "atomic update");
    return slots.value(slot);
  }

  @Override
  public long compareAndSwap(long address, RemoteKey key, long expected, long value) {
    int slot = slots.take();
    try {
      return swap(slot, address, VerbsRemoteKey.of(key), expected, value);
    } finally {
      slots.giveBack(slot);
    }
  }

  /** An addition is one request of the device; other updates are done before this returns. */
  @Override
  public long startUpdate(
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    if (update != UpdateKind.ADD) {
      return WordAtomics.super.startUpdate(address, key, update, operand, result, resultOffset);
    }
    buffers.ring().lock();
    try {
      long place = buffers.ring().reserve(owner, Long.BYTES);
      int remoteKey = VerbsRemoteKey.of(key);
      long ticket = owner.fetchAddAndCopy(place, address, remoteKey, operand, result, resultOffset);
      buffers.ring().commit(owner, ticket);
      return ticket;
    } finally {
      buffers.ring().unlock();
    }
  }

  @Override
  public long startCompareAndSwap(
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    buffers.ring().lock();
    try {
      long place = buffers.ring().reserve(owner, Long.BYTES);
      int remoteKey = VerbsRemoteKey.of(key);
      long ticket =
          owner.compareAndSwapAndCopy(
              place, address, remoteKey, expected, value, result, resultOffset);
      buffers.ring().commit(owner, ticket);
      return ticket;
    } finally {
      buffers.ring().unlock();
    }
  }
}
