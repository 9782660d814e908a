package org.armci4j.transport.verbs;

import java.util.function.IntFunction;
import org.armci4j.transport.AtomicUpdate;

/** Atomics by the helper thread of the word's owner, atomic to those of that host's CPUs. */
@SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
final class HelperWords implements Words {
  private final IntFunction<Peer> peers;

  HelperWords(IntFunction<Peer> peers) {
    this.peers = peers;
  }

  @Override
  public void add(int rank, long address, int remoteKey, long delta) {
    update(rank, address, remoteKey, AtomicUpdate.ADD, delta);
  }

  @Override
  public long update(int rank, long address, int remoteKey, AtomicUpdate update, long operand) {
    return peers
        .apply(rank)
        .helper()
        .update(HelperRequest.Kind.UPDATE_LONG, address, update.ordinal(), operand, 0);
  }

  @Override
  public long compareAndSwap(int rank, long address, int remoteKey, long expected, long value) {
    return peers
        .apply(rank)
        .helper()
        .update(HelperRequest.Kind.SWAP_LONG, address, 0, expected, value);
  }
}
