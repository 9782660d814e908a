package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.ucx.RequestWindow.Kind;
import org.armci4j.transport.ucx.ucp.api.Ucp;

/**
 * Words of up to eight bytes, atomic updates of them, and messages. An aligned word of four or
 * eight bytes is written by an atomic swap, as TCP may deliver the bytes of a put in two parts.
 */
final class UcxWords {
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

  /** Starts to add to a word of eight bytes; the old value is not returned. */
  void add(long remote, RemoteKey key, long delta) {
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

  /**
   * Starts to update a word.
   *
   * @param operation one of UCP_ATOMIC_OP_*
   * @param lengthBytes of the word, 4 or 8
   * @param operand of the update; for a compare-and-swap the expected value
   * @param value the new value of a compare-and-swap
   * @param result receives the old value
   * @param resultOffset first byte there
   * @return a ticket
   */
  long update(
      int operation,
      int lengthBytes,
      long operand,
      long value,
      long remote,
      RemoteKey key,
      MemorySegment result,
      long resultOffset) {
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
