package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** Updates words by the network: atomic to each other, and not to updates by CPUs. */
final class FakeAtomics implements WordAtomics {
  private final FakeEndpoint endpoint;

  FakeAtomics(FakeEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    endpoint.add(address, key, delta);
  }

  /** Returns true for additions, as for devices. */
  @Override
  public boolean isOneOperation(UpdateKind update) {
    return update == UpdateKind.ADD;
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
    return endpoint.update(
        address, key, value -> update.after(value, operand), result, resultOffset);
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
