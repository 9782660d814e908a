package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
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
   * A registered word for old values that no caller wants.
   *
   * @param address of the word
   * @param key of the word
   */
  record Unwanted(long address, int key) {}

  private final Connection owner;
  private final LocalAccess access;
  private final KeyedBuffers buffers;
  private final Unwanted unwanted;

  /**
   * @param owner connection to the rank that has the words
   * @param unwanted receives old values that no caller wants
   */
  DeviceAtomics(Connection owner, TransferMeans means, Unwanted unwanted) {
    this.owner = owner;
    this.access = means.access();
    this.buffers = means.buffers();
    this.unwanted = unwanted;
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
    int remoteKey = VerbsRemoteKey.of(key);
    RequestChain chain = owner.beginAtomic();
    try {
      chain.addFetchAdd(unwanted.address(), unwanted.key(), address, remoteKey, delta);
      chain.post();
    } finally {
      owner.end();
    }
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
    long to = result.address() + resultOffset;
    boolean copied = local == LocalAccess.COPIED || to % Long.BYTES != 0;
    if (copied) {
      buffers.ring().lock();
    }
    try {
      long place = copied ? buffers.ring().reserve(owner, Long.BYTES) : 0;
      long old = copied ? buffers.address(place) : to;
      int oldKey = copied ? buffers.localKey() : (int) local;
      RequestChain chain = owner.beginAtomic();
      try {
        if (copied) {
          chain.expectCopy(place, Long.BYTES, result, resultOffset);
        }
        if (adds) {
          chain.addFetchAdd(old, oldKey, address, remoteKey, first);
        } else {
          chain.addCompareAndSwap(old, oldKey, address, remoteKey, first, second);
        }
        long ticket = chain.post();
        if (copied) {
          buffers.ring().commit(owner, ticket);
        }
        return ticket;
      } finally {
        owner.end();
      }
    } finally {
      if (copied) {
        buffers.ring().unlock();
      }
      access.release(local);
    }
  }
}
