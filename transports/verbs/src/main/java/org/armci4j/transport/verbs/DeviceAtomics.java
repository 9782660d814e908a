package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordChange;
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
  private final TransferMeans means;
  private final Unwanted unwanted;

  /**
   * @param owner connection to the rank that has the words
   * @param unwanted receives old values that no caller wants
   */
  DeviceAtomics(Connection owner, TransferMeans means, Unwanted unwanted) {
    this.owner = owner;
    this.means = means;
    this.unwanted = unwanted;
  }

  @Override
  public boolean mayStart() {
    return owner.mayStartAtomic();
  }

  @Override
  public boolean isOneOperation(WordChange change) {
    return change == WordChange.ADD || change == WordChange.COMPARE_AND_SWAP;
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    int remoteKey = VerbsRemoteKey.of(key);
    RequestChain chain = owner.beginAtomic();
    try {
      chain.addAtomic(true, unwanted.address(), unwanted.key(), address, remoteKey, delta, 0);
      chain.post();
    } finally {
      owner.end();
    }
  }

  /**
   * {@inheritDoc} The device writes the old value to the result where that is registered and
   * aligned; else the old value is copied.
   */
  @Override
  public long change(
      WordChange change,
      int lengthBytes,
      long address,
      RemoteKey key,
      long operand,
      long value,
      MemorySegment result,
      long resultOffset) {
    if (!isOneOperation(change)) {
      throw new IllegalArgumentException("devices have no " + change + " of words");
    }
    long to = result.address() + resultOffset;
    boolean aligned = to % Long.BYTES == 0;
    long local =
        aligned ? means.access().ofGet(result, resultOffset, Long.BYTES) : LocalAccess.COPIED;
    boolean copied = local == LocalAccess.COPIED;
    KeyedBuffers buffers = means.buffers();
    long place = copied ? buffers.ring().take(owner, Long.BYTES) : 0;
    try {
      long old = copied ? buffers.address(place) : to;
      int oldKey = copied ? buffers.localKey() : (int) local;
      RequestChain chain = owner.beginAtomic();
      try {
        if (copied) {
          chain.expectCopy(place, Long.BYTES, result, resultOffset);
        }
        int remoteKey = VerbsRemoteKey.of(key);
        boolean adds = change == WordChange.ADD;
        chain.addAtomic(adds, old, oldKey, address, remoteKey, operand, value);
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
      means.access().release(local);
    }
  }
}
