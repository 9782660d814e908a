package org.armci4j.transport.network.helper;

import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.IntWordAtomics;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** Atomics by the helper thread of the words' owner, atomic to those of that host's CPUs. */
@SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
public final class HelperAtomics implements WordAtomics, IntWordAtomics {
  private final RemoteHelper owner;

  /**
   * @param owner the helper thread of the rank that has the words
   */
  public HelperAtomics(RemoteHelper owner) {
    this.owner = owner;
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    update(address, key, UpdateKind.ADD, delta);
  }

  @Override
  public long update(long address, RemoteKey key, UpdateKind update, long operand) {
    return owner.update(HelperRequest.Kind.UPDATE_LONG, address, update.ordinal(), operand, 0);
  }

  @Override
  public long compareAndSwap(long address, RemoteKey key, long expected, long value) {
    return owner.update(HelperRequest.Kind.SWAP_LONG, address, 0, expected, value);
  }

  @Override
  public int updateInt(long address, RemoteKey key, UpdateKind update, int operand) {
    return (int) owner.update(HelperRequest.Kind.UPDATE_INT, address, update.ordinal(), operand, 0);
  }

  @Override
  public int compareAndSwapInt(long address, RemoteKey key, int expected, int value) {
    return (int) owner.update(HelperRequest.Kind.SWAP_INT, address, 0, expected, value);
  }
}
