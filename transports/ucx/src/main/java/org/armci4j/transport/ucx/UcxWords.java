package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.ucx.RequestWindow.Kind;
import org.armci4j.transport.ucx.ucp.api.Ucp;

/**
 * Words of up to eight bytes, atomic updates of them, and messages. An aligned word of four or
 * eight bytes is written by an atomic swap, as TCP may deliver the bytes of a put in two parts.
 */
final class UcxWords implements WordAtomics {
  private final UcxConnection connection;
  private final RequestWindow window;

  UcxWords(UcxConnection connection) {
    this.connection = connection;
    this.window = connection.window();
  }

  /** Starts to write a word. */
  void put(long value, int lengthBytes, long remote, RemoteKey key) {
    connection.begin();
    try {
      connection.order();
      long number = connection.next();
      Raw.putLong(window.operand(number), value); // the lower bytes come first in memory
      boolean atomic = lengthBytes >= Integer.BYTES && remote % lengthBytes == 0;
      long pointer =
          atomic
              ? atomic(Ucp.UCP_ATOMIC_OP_SWAP, lengthBytes, window.result(number), remote, key)
              : connection
                  .worker()
                  .put(
                      connection.handle(),
                      window.operand(number),
                      lengthBytes,
                      remote,
                      connection.key(key));
      connection.started(pointer, atomic ? Kind.WORD : Kind.PUT, remote, lengthBytes);
    } finally {
      connection.end();
    }
  }

  private static int operation(WordChange change) {
    return switch (change) {
      case ADD -> Ucp.UCP_ATOMIC_OP_ADD;
      case SWAP -> Ucp.UCP_ATOMIC_OP_SWAP;
      case AND -> Ucp.UCP_ATOMIC_OP_AND;
      case OR -> Ucp.UCP_ATOMIC_OP_OR;
      case XOR -> Ucp.UCP_ATOMIC_OP_XOR;
      case COMPARE_AND_SWAP -> Ucp.UCP_ATOMIC_OP_CSWAP;
      case MIN, MAX, ADD_NUMBER, MIN_NUMBER, MAX_NUMBER ->
          throw new IllegalArgumentException("UCX has no " + change + " of words");
    };
  }

  @Override
  public boolean isOneOperation(WordChange change) {
    return switch (change) {
      case ADD, SWAP, AND, OR, XOR, COMPARE_AND_SWAP -> true;
      case MIN, MAX, ADD_NUMBER, MIN_NUMBER, MAX_NUMBER -> false;
    };
  }

  /** Returns whether CPUs are atomic to UCX, as CPUs update these words for ranks of one host. */
  @Override
  public boolean updatesInts() {
    return connection.shared().cpuAtomics();
  }

  @Override
  public void add(long remote, RemoteKey key, long delta) {
    connection.begin();
    try {
      connection.order();
      Raw.putLong(window.operand(connection.next()), delta);
      long pointer = atomic(Ucp.UCP_ATOMIC_OP_ADD, Long.BYTES, 0, remote, key);
      connection.started(pointer, Kind.ADD, remote, Long.BYTES);
    } finally {
      connection.end();
    }
  }

  @Override
  public long change(
      WordChange change,
      int lengthBytes,
      long remote,
      RemoteKey key,
      long operand,
      long value,
      MemorySegment result,
      long resultOffset) {
    int operation = operation(change);
    connection.begin();
    try {
      connection.order();
      long number = connection.next();
      Raw.putLong(window.operand(number), operand);
      Raw.putLong(window.result(number), value);
      long pointer = atomic(operation, lengthBytes, window.result(number), remote, key);
      long place = window.place(number) + Long.BYTES;
      if (pointer == 0) {
        MemorySegment.copy(window.words(), place, result, resultOffset, lengthBytes);
      } else {
        connection
            .copies()
            .expect(number, window.words(), place, result, resultOffset, lengthBytes);
      }
      return connection.started(pointer, Kind.ATOMIC, remote, lengthBytes);
    } finally {
      connection.end();
    }
  }

  /** Hands the update of the next operation to UCX; its operand is in the window. */
  private long atomic(int operation, int lengthBytes, long result, long remote, RemoteKey key) {
    long operand = window.operand(connection.next());
    return connection
        .worker()
        .atomic(
            connection.handle(),
            operation,
            lengthBytes,
            operand,
            result,
            remote,
            connection.key(key));
  }

  /** Starts to send a message, whose memory must stay until the message is complete. */
  long message(long local, int lengthBytes, long tag) {
    connection.begin();
    try {
      connection.order();
      long pointer = connection.worker().send(connection.handle(), local, lengthBytes, tag);
      return connection.started(pointer, Kind.MESSAGE, 0, lengthBytes);
    } finally {
      connection.end();
    }
  }
}
