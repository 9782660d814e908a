package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import org.armci4j.AtomicUpdate;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** Updates by the network, which are atomic to each other and not to those of CPUs. */
final class FakeAtomics implements WordAtomics {
  private final FakeEndpoint endpoint;

  FakeAtomics(FakeEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    endpoint.add(address, key, delta);
  }

  /** As of devices, which add. */
  @Override
  public boolean isOneOperation(AtomicUpdate update) {
    return update == AtomicUpdate.ADD;
  }

  @Override
  public long update(
      int lengthBytes,
      long address,
      RemoteKey key,
      AtomicUpdate update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    return endpoint.update(
        address, key, value -> WordAtomics.after(update, value, operand), result, resultOffset);
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
    return endpoint.update(
        address, key, before -> before == expected ? value : before, result, resultOffset);
  }
}
