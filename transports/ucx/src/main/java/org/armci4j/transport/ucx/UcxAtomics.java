package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.ucx.ucp.api.Ucp;

/** Atomic updates of words of eight and four bytes, which UCX makes at the words' owner. */
final class UcxAtomics implements WordAtomics {
  private final UcxWords words;
  private final boolean updatesInts;

  UcxAtomics(UcxWords words, boolean updatesInts) {
    this.words = words;
    this.updatesInts = updatesInts;
  }

  private static int operation(UpdateKind update) {
    return switch (update) {
      case ADD -> Ucp.UCP_ATOMIC_OP_ADD;
      case SWAP -> Ucp.UCP_ATOMIC_OP_SWAP;
      case AND -> Ucp.UCP_ATOMIC_OP_AND;
      case OR -> Ucp.UCP_ATOMIC_OP_OR;
      case XOR -> Ucp.UCP_ATOMIC_OP_XOR;
      case MIN, MAX -> throw new IllegalArgumentException("UCX has no " + update + " of words");
    };
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    words.add(address, key, delta);
  }

  @Override
  public boolean isOneOperation(UpdateKind update) {
    return update != UpdateKind.MIN && update != UpdateKind.MAX;
  }

  /** Returns whether CPUs are atomic to UCX, as CPUs update these words for ranks of one host. */
  @Override
  public boolean updatesInts() {
    return updatesInts;
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
    return words.update(
        operation(update), lengthBytes, operand, 0, address, key, result, resultOffset);
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
    return words.update(
        Ucp.UCP_ATOMIC_OP_CSWAP, lengthBytes, expected, value, address, key, result, resultOffset);
  }
}
