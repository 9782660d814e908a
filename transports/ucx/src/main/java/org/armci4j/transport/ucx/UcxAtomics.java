package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.AtomicUpdate;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.ucx.ucp.api.Ucp;

/** Atomic updates of words of eight bytes by UCX at the words' owner. */
final class UcxAtomics implements WordAtomics {
  private final UcxEndpoint owner;
  private final ValueSlots values;

  /**
   * @param values for results that are waited for
   */
  UcxAtomics(UcxEndpoint owner, ValueSlots values) {
    this.owner = owner;
    this.values = values;
  }

  private static int operation(AtomicUpdate update) {
    return switch (update) {
      case ADD -> Ucp.UCP_ATOMIC_OP_ADD;
      case SWAP -> Ucp.UCP_ATOMIC_OP_SWAP;
      case AND -> Ucp.UCP_ATOMIC_OP_AND;
      case OR -> Ucp.UCP_ATOMIC_OP_OR;
      case XOR -> Ucp.UCP_ATOMIC_OP_XOR;
    };
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    owner.add(address, key, delta);
  }

  @Override
  public long update(long address, RemoteKey key, AtomicUpdate update, long operand) {
    return await(operation(update), operand, 0, address, key);
  }

  @Override
  public long compareAndSwap(long address, RemoteKey key, long expected, long value) {
    return await(Ucp.UCP_ATOMIC_OP_CSWAP, expected, value, address, key);
  }

  private long await(int operation, long operand, long value, long address, RemoteKey key) {
    int slot = values.take();
    try {
      long ticket =
          owner.update(
              operation, operand, value, address, key, values.memory(), values.place(slot));
      owner.progress().awaitOrAbandon(ticket, "atomic update");
      return values.value(slot);
    } finally {
      values.giveBack(slot);
    }
  }

  @Override
  public long startUpdate(
      long address,
      RemoteKey key,
      AtomicUpdate update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    return owner.update(operation(update), operand, 0, address, key, result, resultOffset);
  }

  @Override
  public long startCompareAndSwap(
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    return owner.update(
        Ucp.UCP_ATOMIC_OP_CSWAP, expected, value, address, key, result, resultOffset);
  }
}
