package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.SegmentCursor;
import org.armci4j.transport.verbs.key.LocalAccess;

/**
 * Starts puts and gets of lists of segments. The requests of many segments are posted together.
 * Segments that are adjacent at the target share a request: short ones inline, others as its
 * scatter/gather entries. Copied data pass through the bounce buffers, as many segments at a time
 * as fit into one piece.
 */
final class SegmentTransfers {
  /** Most segments that pass through one piece of the bounce buffers. */
  private static final int GROUP = 16;

  private final Connection connection;
  private final ContiguousTransfers contiguous;
  private final LocalAccess access;
  private final KeyedBuffers buffers;
  private final int copyPieceBytes;
  private final long maxMessageBytes;

  /**
   * @param connection posts the requests
   * @param contiguous moves segments that are too long for one piece of the buffers
   */
  SegmentTransfers(Connection connection, TransferMeans means, ContiguousTransfers contiguous) {
    this.connection = connection;
    this.contiguous = contiguous;
    this.access = means.access();
    this.buffers = means.buffers();
    this.copyPieceBytes = means.copyPieceBytes();
    this.maxMessageBytes = means.maxMessageBytes();
  }

  /** Returns whether a list passes through the buffers. */
  boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    long key =
        get
            ? access.ofGet(local, offset, list)
            : access.ofPut(connection.inlineBytes(), local, offset, list);
    access.release(key);
    return key == LocalAccess.COPIED;
  }

  /** Starts a put; returns a ticket of the connection. */
  long put(MemorySegment source, long sourceOffset, long remote, int remoteKey, SegmentList list) {
    if (list.runs() == 0) {
      return RemoteBlock.COMPLETE;
    }
    long key = access.ofPut(connection.inlineBytes(), source, sourceOffset, list);
    if (key == LocalAccess.INLINE) {
      putInline(source, sourceOffset, remote, remoteKey, list);
      return RemoteBlock.COMPLETE;
    }
    if (key == LocalAccess.COPIED) {
      putCopied(source, sourceOffset, remote, remoteKey, new SegmentCursor(list));
      return RemoteBlock.COMPLETE;
    }
    try {
      long address = source.address() + sourceOffset;
      return inPlace(address, (int) key, remote, remoteKey, list, false);
    } finally {
      access.release(key);
    }
  }

  private void putInline(
      MemorySegment source, long sourceOffset, long remote, int remoteKey, SegmentList list) {
    SegmentCursor at = new SegmentCursor(list);
    RequestChain chain = connection.begin();
    try {
      for (; at.hasSegment(); at.advance()) {
        chain.addInline(
            source,
            sourceOffset + at.local(),
            (int) at.lengthBytes(),
            remote + at.remote(),
            remoteKey);
      }
      chain.post();
    } finally {
      connection.end();
    }
  }

  private void putCopied(
      MemorySegment source, long sourceOffset, long remote, int remoteKey, SegmentCursor at) {
    while (at.hasSegment()) {
      int bytes = at.bytesOfGroup(GROUP, copyPieceBytes);
      if (bytes == 0) {
        long from = sourceOffset + at.local();
        contiguous.put(source, from, remote + at.remote(), remoteKey, at.lengthBytes());
        at.advance();
        continue;
      }
      buffers.ring().lock();
      try {
        long place = buffers.ring().reserve(connection, bytes);
        long end = place + bytes;
        long ticket;
        RequestChain chain = connection.begin();
        try {
          for (; place < end; at.advance()) {
            int length = (int) at.lengthBytes();
            Copies.copy(source, sourceOffset + at.local(), buffers.memory(), place, length);
            long address = buffers.address(place);
            long to = remote + at.remote();
            if (!chain.extend(address, length, buffers.localKey(), to, bytes)) {
              chain.addWrite(address, length, buffers.localKey(), to, remoteKey, false);
            }
            place += length;
          }
          if (connection.mustTell(bytes)) {
            chain.signalLast();
          }
          ticket = chain.post();
        } finally {
          connection.end();
        }
        buffers.ring().commit(connection, ticket);
      } finally {
        buffers.ring().unlock();
      }
    }
  }

  /** Starts a get; returns a ticket of the connection. */
  long get(
      long remote,
      int remoteKey,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    if (list.runs() == 0) {
      return RemoteBlock.COMPLETE;
    }
    long key = access.ofGet(destination, destinationOffset, list);
    if (key == LocalAccess.COPIED) {
      return getCopied(remote, remoteKey, destination, destinationOffset, new SegmentCursor(list));
    }
    try {
      long address = destination.address() + destinationOffset;
      return inPlace(address, (int) key, remote, remoteKey, list, true);
    } finally {
      access.release(key);
    }
  }

  /** Reads or writes registered memory; returns a ticket. */
  private long inPlace(
      long local, int key, long remote, int remoteKey, SegmentList list, boolean read) {
    RequestChain chain = connection.begin();
    try {
      for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
        long address = local + at.local();
        long there = remote + at.remote();
        int length = (int) at.lengthBytes();
        if (chain.extend(address, length, key, there, maxMessageBytes)) {
          continue;
        }
        if (read) {
          chain.addRead(address, length, key, there, remoteKey, false);
        } else {
          chain.addWrite(address, length, key, there, remoteKey, false);
        }
      }
      chain.signalLast();
      return chain.post();
    } finally {
      connection.end();
    }
  }

  private long getCopied(
      long remote,
      int remoteKey,
      MemorySegment destination,
      long destinationOffset,
      SegmentCursor at) {
    long ticket = RemoteBlock.COMPLETE;
    while (at.hasSegment()) {
      int bytes = at.bytesOfGroup(GROUP, copyPieceBytes);
      if (bytes == 0) {
        long to = destinationOffset + at.local();
        long from = remote + at.remote();
        ticket = contiguous.get(from, remoteKey, destination, to, at.lengthBytes());
        at.advance();
        continue;
      }
      buffers.ring().lock();
      try {
        long place = buffers.ring().reserve(connection, bytes);
        long end = place + bytes;
        RequestChain chain = connection.begin();
        try {
          for (; place < end; at.advance()) {
            int length = (int) at.lengthBytes();
            long to = destinationOffset + at.local();
            long from = remote + at.remote();
            chain.addReadAndCopy(place, length, from, remoteKey, destination, to);
            place += length;
          }
          chain.signalLast();
          ticket = chain.post();
        } finally {
          connection.end();
        }
        buffers.ring().commit(connection, ticket);
      } finally {
        buffers.ring().unlock();
      }
    }
    return ticket;
  }
}
