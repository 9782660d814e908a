package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.verbs.key.LocalAccess;

/** Starts contiguous puts and gets, each by the {@link LocalAccess} that suits its local memory. */
final class ContiguousTransfers {
  private final LocalAccess access;
  private final KeyedBuffers buffers;
  private final Limits limits;

  /**
   * Limits of transfers, in bytes.
   *
   * @param copyPieceBytes longest piece of a copied transfer
   * @param maxMessageBytes longest request that the device takes
   * @param signalWithDataBytes most data that may share a message with the signal word behind them
   */
  record Limits(int copyPieceBytes, long maxMessageBytes, long signalWithDataBytes) {}

  ContiguousTransfers(LocalAccess access, KeyedBuffers buffers, Limits limits) {
    this.access = access;
    this.buffers = buffers;
    this.limits = limits;
  }

  /** Returns the longest piece of a copied transfer, in bytes. */
  int copyPieceBytes() {
    return limits.copyPieceBytes();
  }

  /** Returns whether a transfer passes through the buffers. */
  boolean isCopied(
      Connection connection, MemorySegment local, long offset, long sizeBytes, boolean get) {
    long key =
        get
            ? access.ofGet(local, offset, sizeBytes)
            : access.ofPut(connection.inlineBytes(), local, offset, sizeBytes);
    access.release(key);
    return key == LocalAccess.COPIED;
  }

  /** Starts a put; returns a ticket of the connection. */
  long put(
      Connection connection,
      MemorySegment source,
      long offset,
      long remote,
      int remoteKey,
      long sizeBytes) {
    long key = access.ofPut(connection.inlineBytes(), source, offset, sizeBytes);
    if (key == LocalAccess.INLINE) {
      connection.writeInline(source, offset, (int) sizeBytes, remote, remoteKey);
      return RemoteBlock.COMPLETE;
    }
    if (key == LocalAccess.COPIED) {
      putCopied(connection, source, offset, remote, remoteKey, sizeBytes);
      return RemoteBlock.COMPLETE;
    }
    try {
      long address = source.address() + offset;
      return putInPlace(connection, address, (int) key, remote, remoteKey, sizeBytes);
    } finally {
      access.release(key);
    }
  }

  private long putInPlace(
      Connection connection, long address, int key, long remote, int remoteKey, long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(limits.maxMessageBytes(), sizeBytes - done);
      boolean last = done + piece == sizeBytes;
      ticket = connection.write(address + done, piece, key, remote + done, remoteKey, last);
      done += piece;
    }
    return ticket;
  }

  /** Starts a get; returns a ticket of the connection. */
  long get(
      Connection connection,
      long remote,
      int remoteKey,
      MemorySegment destination,
      long offset,
      long sizeBytes) {
    long key = access.ofGet(destination, offset, sizeBytes);
    if (key == LocalAccess.COPIED) {
      return getCopied(connection, remote, remoteKey, destination, offset, sizeBytes);
    }
    try {
      long address = destination.address() + offset;
      return getInPlace(connection, address, (int) key, remote, remoteKey, sizeBytes);
    } finally {
      access.release(key);
    }
  }

  private long getInPlace(
      Connection connection, long address, int key, long remote, int remoteKey, long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(limits.maxMessageBytes(), sizeBytes - done);
      ticket = connection.read(address + done, piece, key, remote + done, remoteKey);
      done += piece;
    }
    return ticket;
  }

  private void putCopied(
      Connection connection,
      MemorySegment source,
      long offset,
      long remote,
      int remoteKey,
      long sizeBytes) {
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(limits.copyPieceBytes(), sizeBytes - done);
      buffers.ring().lock();
      try {
        long place = buffers.ring().reserve(connection, piece);
        Copies.copy(source, offset + done, buffers.memory(), place, piece);
        long ticket =
            connection.write(
                buffers.address(place),
                piece,
                buffers.localKey(),
                remote + done,
                remoteKey,
                connection.mustTell(piece));
        buffers.ring().commit(connection, ticket);
      } finally {
        buffers.ring().unlock();
      }
      done += piece;
    }
  }

  private long getCopied(
      Connection connection,
      long remote,
      int remoteKey,
      MemorySegment destination,
      long offset,
      long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(limits.copyPieceBytes(), sizeBytes - done);
      buffers.ring().lock();
      try {
        long place = buffers.ring().reserve(connection, piece);
        RequestChain chain = connection.begin();
        try {
          chain.addReadAndCopy(place, piece, remote + done, remoteKey, destination, offset + done);
          chain.signalLast();
          ticket = chain.post();
        } finally {
          connection.end();
        }
        buffers.ring().commit(connection, ticket);
      } finally {
        buffers.ring().unlock();
      }
      done += piece;
    }
    return ticket;
  }
}
