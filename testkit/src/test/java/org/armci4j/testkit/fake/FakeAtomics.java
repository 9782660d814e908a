package org.armci4j.testkit.fake;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** Updates words by the network: atomic to each other, and not to updates by CPUs. */
final class FakeAtomics implements WordAtomics {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final FakeEndpoint endpoint;

  FakeAtomics(FakeEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** Changes a word. */
  interface Update {
    void apply(MemorySegment word);
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    endpoint.startUpdate(address, key, word -> set(word, get(word) + delta));
  }

  @Override
  public long update(long address, RemoteKey key, UpdateKind update, long operand) {
    long[] before = new long[1];
    Update apply =
        word -> {
          before[0] = get(word);
          set(word, WordAtomics.after(update, before[0], operand));
        };
    endpoint.await(endpoint.startUpdate(address, key, apply), "atomic update");
    return before[0];
  }

  @Override
  public long compareAndSwap(long address, RemoteKey key, long expected, long value) {
    long[] before = new long[1];
    Update apply =
        word -> {
          before[0] = get(word);
          if (before[0] == expected) {
            set(word, value);
          }
        };
    endpoint.await(endpoint.startUpdate(address, key, apply), "atomic update");
    return before[0];
  }

  /** Returns true for additions, as for devices. */
  @Override
  public boolean isOneOperation(UpdateKind update) {
    return update == UpdateKind.ADD;
  }

  @Override
  public long startUpdate(
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    return endpoint.startUpdate(
        address, key, value -> WordAtomics.after(update, value, operand), result, resultOffset);
  }

  @Override
  public long startCompareAndSwap(
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    return endpoint.startUpdate(
        address, key, before -> before == expected ? value : before, result, resultOffset);
  }

  private static long get(MemorySegment word) {
    return (long) LONG.getAcquire(word, 0L);
  }

  private static void set(MemorySegment word, long value) {
    LONG.setRelease(word, 0L, value);
  }
}
