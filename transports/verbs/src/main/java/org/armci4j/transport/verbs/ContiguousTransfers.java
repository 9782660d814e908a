package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.verbs.key.LocalAccess;

/** Starts contiguous puts and gets, each by the {@link LocalAccess} that suits its local memory. */
final class ContiguousTransfers {
  private final Connection connection;
  private final LocalAccess access;
  private final KeyedBuffers buffers;
  private final int copyPieceBytes;
  private final long maxMessageBytes;

  /**
   * @param connection posts the requests
   */
  ContiguousTransfers(Connection connection, TransferMeans means) {
    this.connection = connection;
    this.access = means.access();
    this.buffers = means.buffers();
    this.copyPieceBytes = means.copyPieceBytes();
    this.maxMessageBytes = means.maxMessageBytes();
  }

  /** Returns the longest piece of a copied transfer, in bytes. */
  int copyPieceBytes() {
    return copyPieceBytes;
  }

  /** Returns whether a transfer passes through the buffers. */
  boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    long key =
        get
            ? access.ofGet(local, offset, sizeBytes)
            : access.ofPut(connection.inlineBytes(), local, offset, sizeBytes);
    access.release(key);
    return key == LocalAccess.COPIED;
  }

  /** Starts a put; returns a ticket of the connection. */
  long put(MemorySegment source, long offset, long remote, int remoteKey, long sizeBytes) {
    long key = access.ofPut(connection.inlineBytes(), source, offset, sizeBytes);
    if (key == LocalAccess.INLINE) {
      connection.writeInline(source, offset, (int) sizeBytes, remote, remoteKey);
      return RemoteBlock.COMPLETE;
    }
    if (key == LocalAccess.COPIED) {
      putCopied(source, offset, remote, remoteKey, sizeBytes);
      return RemoteBlock.COMPLETE;
    }
    try {
      long address = source.address() + offset;
      return putInPlace(address, (int) key, remote, remoteKey, sizeBytes);
    } finally {
      access.release(key);
    }
  }

  private long putInPlace(long address, int key, long remote, int remoteKey, long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(maxMessageBytes, sizeBytes - done);
      boolean last = done + piece == sizeBytes;
      ticket = connection.write(address + done, piece, key, remote + done, remoteKey, last);
      done += piece;
    }
    return ticket;
  }

  /** Starts a get; returns a ticket of the connection. */
  long get(long remote, int remoteKey, MemorySegment destination, long offset, long sizeBytes) {
    long key = access.ofGet(destination, offset, sizeBytes);
    if (key == LocalAccess.COPIED) {
      return getCopied(remote, remoteKey, destination, offset, sizeBytes);
    }
    try {
      long address = destination.address() + offset;
      return getInPlace(address, (int) key, remote, remoteKey, sizeBytes);
    } finally {
      access.release(key);
    }
  }

  private long getInPlace(long address, int key, long remote, int remoteKey, long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(maxMessageBytes, sizeBytes - done);
      ticket = connection.read(address + done, piece, key, remote + done, remoteKey);
      done += piece;
    }
    return ticket;
  }

  private void putCopied(
      MemorySegment source, long offset, long remote, int remoteKey, long sizeBytes) {
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(copyPieceBytes, sizeBytes - done);
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
      long remote, int remoteKey, MemorySegment destination, long offset, long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(copyPieceBytes, sizeBytes - done);
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
