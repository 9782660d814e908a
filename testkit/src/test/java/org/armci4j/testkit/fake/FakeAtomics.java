package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordChange;
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
  public boolean isOneOperation(WordChange change) {
    return change == WordChange.ADD || change == WordChange.COMPARE_AND_SWAP;
  }

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
    return endpoint.update(
        address,
        key,
        before -> change == WordChange.ADD ? before + operand : before == operand ? value : before,
        result,
        resultOffset);
  }
}
