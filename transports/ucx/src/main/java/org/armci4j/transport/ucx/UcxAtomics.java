package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.network.IntWordAtomics;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.ucx.ucp.api.Ucp;

/** Atomic updates of words of eight and four bytes, which UCX makes at the words' owner. */
final class UcxAtomics implements WordAtomics, IntWordAtomics {
  private final UcxConnection connection;
  private final UcxWords words;
  private final ValueSlots values;

  UcxAtomics(UcxConnection connection, UcxWords words) {
    this.connection = connection;
    this.words = words;
    this.values = connection.shared().values();
  }

  private static int operation(UpdateKind update) {
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
    words.add(address, key, delta);
  }

  @Override
  public long update(long address, RemoteKey key, UpdateKind update, long operand) {
    return await(operation(update), Long.BYTES, operand, 0, address, key);
  }

  @Override
  public long compareAndSwap(long address, RemoteKey key, long expected, long value) {
    return await(Ucp.UCP_ATOMIC_OP_CSWAP, Long.BYTES, expected, value, address, key);
  }

  @Override
  public int updateInt(long address, RemoteKey key, UpdateKind update, int operand) {
    return (int) await(operation(update), Integer.BYTES, operand, 0, address, key);
  }

  @Override
  public int compareAndSwapInt(long address, RemoteKey key, int expected, int value) {
    return (int) await(Ucp.UCP_ATOMIC_OP_CSWAP, Integer.BYTES, expected, value, address, key);
  }

  /**
   * Waits for an update. The lower bytes of operands and results come first, as on all hosts that
   * UCX supports.
   */
  private long await(
      int operation, int lengthBytes, long operand, long value, long address, RemoteKey key) {
    int slot = values.take();
    try {
      long ticket =
          words.update(
              operation,
              lengthBytes,
              operand,
              value,
              address,
              key,
              values.memory(),
              values.place(slot));
      connection.progress().awaitOrAbandon(ticket, "atomic update");
      return values.value(slot);
    } finally {
      values.giveBack(slot);
    }
  }

  @Override
  public long startUpdate(
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    return words.update(
        operation(update), Long.BYTES, operand, 0, address, key, result, resultOffset);
  }

  @Override
  public long startCompareAndSwap(
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    return words.update(
        Ucp.UCP_ATOMIC_OP_CSWAP, Long.BYTES, expected, value, address, key, result, resultOffset);
  }
}
