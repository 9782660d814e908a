package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.verbs.key.LocalAccess;

/** Starts contiguous puts and gets, each by the {@link LocalAccess} that suits its local memory. */
final class ContiguousTransfers {
  private final Connection connection;
  private final TransferMeans means;

  /**
   * @param connection posts the requests
   */
  ContiguousTransfers(Connection connection, TransferMeans means) {
    this.connection = connection;
    this.means = means;
  }

  /** Returns the longest piece of a copied transfer, in bytes. */
  int copyPieceBytes() {
    return means.copyPieceBytes();
  }

  /** Returns whether a transfer passes through the buffers. */
  boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    long key = keyOf(local, offset, sizeBytes, get);
    means.access().release(key);
    return key == LocalAccess.COPIED;
  }

  private long keyOf(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return get
        ? means.access().ofGet(local, offset, sizeBytes)
        : means.access().ofPut(connection.inlineBytes(), local, offset, sizeBytes);
  }

  /** Starts a put; returns a ticket of the connection. */
  long put(MemorySegment source, long offset, long remote, int remoteKey, long sizeBytes) {
    long key = keyOf(source, offset, sizeBytes, false);
    if (key == LocalAccess.INLINE) {
      connection.writeInline(source, offset, (int) sizeBytes, remote, remoteKey);
      return RemoteBlock.COMPLETE;
    }
    return key == LocalAccess.COPIED
        ? copied(false, source, offset, remote, remoteKey, sizeBytes)
        : inPlace(false, source.address() + offset, key, remote, remoteKey, sizeBytes);
  }

  /** Starts a get; returns a ticket of the connection. */
  long get(long remote, int remoteKey, MemorySegment destination, long offset, long sizeBytes) {
    long key = keyOf(destination, offset, sizeBytes, true);
    return key == LocalAccess.COPIED
        ? copied(true, destination, offset, remote, remoteKey, sizeBytes)
        : inPlace(true, destination.address() + offset, key, remote, remoteKey, sizeBytes);
  }

  private long inPlace(
      boolean get, long address, long key, long remote, int remoteKey, long sizeBytes) {
    try {
      long ticket = RemoteBlock.COMPLETE;
      for (long done = 0; done < sizeBytes; ) {
        int piece = (int) Math.min(means.maxMessageBytes(), sizeBytes - done);
        long here = address + done;
        long there = remote + done;
        done += piece;
        ticket =
            get
                ? connection.read(here, piece, (int) key, there, remoteKey)
                : connection.write(here, piece, (int) key, there, remoteKey, done == sizeBytes);
      }
      return ticket;
    } finally {
      means.access().release(key);
    }
  }

  private long copied(
      boolean get, MemorySegment local, long offset, long remote, int remoteKey, long sizeBytes) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(copyPieceBytes(), sizeBytes - done);
      ticket =
          get
              ? getPiece(local, offset + done, remote + done, remoteKey, piece)
              : putPiece(local, offset + done, remote + done, remoteKey, piece);
      done += piece;
    }
    return get ? ticket : RemoteBlock.COMPLETE;
  }

  private long putPiece(MemorySegment source, long offset, long remote, int remoteKey, int piece) {
    KeyedBuffers buffers = means.buffers();
    long place = buffers.ring().take(connection, source, offset, piece);
    try {
      boolean tells = connection.mustTell(piece);
      long from = buffers.address(place);
      long ticket = connection.write(from, piece, buffers.localKey(), remote, remoteKey, tells);
      buffers.ring().commit(connection, ticket);
      return ticket;
    } finally {
      buffers.ring().unlock();
    }
  }

  private long getPiece(MemorySegment target, long offset, long remote, int remoteKey, int piece) {
    BounceBuffers ring = means.buffers().ring();
    long place = ring.take(connection, piece);
    try {
      RequestChain chain = connection.begin();
      try {
        chain.addReadAndCopy(place, piece, remote, remoteKey, target, offset);
        chain.signalLast();
        long ticket = chain.post();
        ring.commit(connection, ticket);
        return ticket;
      } finally {
        connection.end();
      }
    } finally {
      ring.unlock();
    }
  }
}
