package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.verbs.key.LocalAccess;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;

/**
 * Carries out atomics by the device of the words' owner. Devices offer fetch-and-add and
 * compare-and-swap; the caller makes any other update of compare-and-swaps.
 */
final class DeviceAtomics implements WordAtomics {
  /**
   * Holds what the atomics of a rank share.
   *
   * @param access finds registered results
   * @param buffers for old values that are copied to their results
   * @param unwanted receives old values that no caller wants
   */
  record Shared(LocalAccess access, KeyedBuffers buffers, RegisteredMemory.Part unwanted) {
    int unwantedKey() {
      return VerbsRegistration.localKey(unwanted.registration());
    }
  }

  private final Connection owner;
  private final LocalAccess access;
  private final KeyedBuffers buffers;
  private final long unwanted;
  private final int unwantedKey;

  /**
   * @param owner connection to the rank that has the words
   */
  DeviceAtomics(Connection owner, Shared shared) {
    this.owner = owner;
    this.access = shared.access();
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
  public long update(
      int lengthBytes,
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    return start(address, key, true, operand, 0, result, resultOffset);
  }

  @Override
  public long compareAndSwap(
      int lengthBytes,
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    return start(address, key, false, expected, value, result, resultOffset);
  }

  /**
   * Starts an atomic. The device writes the old value to the result where that is registered and
   * aligned; else the old value is copied.
   */
  private long start(
      long address,
      RemoteKey key,
      boolean adds,
      long first,
      long second,
      MemorySegment result,
      long resultOffset) {
    int remoteKey = VerbsRemoteKey.of(key);
    long local = access.ofGet(result, resultOffset, Long.BYTES);
    try {
      if (local == LocalAccess.COPIED || (result.address() + resultOffset) % Long.BYTES != 0) {
        return startCopied(address, remoteKey, adds, first, second, result, resultOffset);
      }
      long to = result.address() + resultOffset;
      return adds
          ? owner.fetchAdd(to, (int) local, address, remoteKey, first)
          : owner.compareAndSwap(to, (int) local, address, remoteKey, first, second);
    } finally {
      access.release(local);
    }
  }

  private long startCopied(
      long address,
      int remoteKey,
      boolean adds,
      long first,
      long second,
      MemorySegment result,
      long resultOffset) {
    buffers.ring().lock();
    try {
      long place = buffers.ring().reserve(owner, Long.BYTES);
      long ticket =
          adds
              ? owner.fetchAddAndCopy(place, address, remoteKey, first, result, resultOffset)
              : owner.compareAndSwapAndCopy(
                  place, address, remoteKey, first, second, result, resultOffset);
      buffers.ring().commit(owner, ticket);
      return ticket;
    } finally {
      buffers.ring().unlock();
    }
  }
}
