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
  private final TransferMeans means;

  /**
   * @param connection posts the requests
   * @param contiguous moves segments that are too long for one piece of the buffers
   */
  SegmentTransfers(Connection connection, TransferMeans means, ContiguousTransfers contiguous) {
    this.connection = connection;
    this.contiguous = contiguous;
    this.means = means;
  }

  /** Returns whether a list passes through the buffers. */
  boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    long key = keyOf(local, offset, list, get);
    means.access().release(key);
    return key == LocalAccess.COPIED;
  }

  private long keyOf(MemorySegment local, long offset, SegmentList list, boolean get) {
    return get
        ? means.access().ofGet(local, offset, list)
        : means.access().ofPut(connection.inlineBytes(), local, offset, list);
  }

  /** Starts a put; returns a ticket of the connection. */
  long put(MemorySegment source, long sourceOffset, long remote, int remoteKey, SegmentList list) {
    if (list.runs() == 0) {
      return RemoteBlock.COMPLETE;
    }
    long key = keyOf(source, sourceOffset, list, false);
    if (key == LocalAccess.INLINE) {
      putInline(source, sourceOffset, remote, remoteKey, list);
      return RemoteBlock.COMPLETE;
    }
    if (key == LocalAccess.COPIED) {
      return copied(false, source, sourceOffset, remote, remoteKey, list);
    }
    return inPlace(source.address() + sourceOffset, key, remote, remoteKey, list, false);
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
    long key = keyOf(destination, destinationOffset, list, true);
    if (key == LocalAccess.COPIED) {
      return copied(true, destination, destinationOffset, remote, remoteKey, list);
    }
    long address = destination.address() + destinationOffset;
    return inPlace(address, key, remote, remoteKey, list, true);
  }

  /** Reads or writes registered memory; returns a ticket. */
  private long inPlace(
      long local, long key, long remote, int remoteKey, SegmentList list, boolean read) {
    try {
      return postInPlace(local, (int) key, remote, remoteKey, list, read);
    } finally {
      means.access().release(key);
    }
  }

  private long postInPlace(
      long local, int key, long remote, int remoteKey, SegmentList list, boolean read) {
    RequestChain chain = connection.begin();
    try {
      for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
        long address = local + at.local();
        long there = remote + at.remote();
        int length = (int) at.lengthBytes();
        if (chain.extend(address, length, key, there, means.maxMessageBytes())) {
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

  private long copied(
      boolean get, MemorySegment local, long base, long remote, int remoteKey, SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    SegmentCursor at = new SegmentCursor(list);
    while (at.hasSegment()) {
      int bytes = at.bytesOfGroup(GROUP, means.copyPieceBytes());
      if (bytes > 0) {
        ticket = postCopied(get, local, base, remote, remoteKey, at, bytes);
      } else {
        ticket = moveAlone(get, local, base + at.local(), remote + at.remote(), remoteKey, at);
        at.advance();
      }
    }
    return get ? ticket : RemoteBlock.COMPLETE;
  }

  /** Moves a segment that is too long for one piece of the buffers. */
  private long moveAlone(
      boolean get, MemorySegment local, long here, long there, int remoteKey, SegmentCursor at) {
    return get
        ? contiguous.get(there, remoteKey, local, here, at.lengthBytes())
        : contiguous.put(local, here, there, remoteKey, at.lengthBytes());
  }

  /** Posts the segments of one piece of the buffers, and passes them. */
  private long postCopied(
      boolean get,
      MemorySegment local,
      long base,
      long remote,
      int remoteKey,
      SegmentCursor at,
      int bytes) {
    KeyedBuffers buffers = means.buffers();
    long place = buffers.ring().take(connection, bytes);
    long end = place + bytes;
    try {
      RequestChain chain = connection.begin();
      try {
        for (; place < end; at.advance()) {
          int length = (int) at.lengthBytes();
          long here = base + at.local();
          long there = remote + at.remote();
          if (get) {
            chain.addReadAndCopy(place, length, there, remoteKey, local, here);
          } else {
            Copies.copy(local, here, buffers.memory(), place, length);
            long address = buffers.address(place);
            if (!chain.extend(address, length, buffers.localKey(), there, bytes)) {
              chain.addWrite(address, length, buffers.localKey(), there, remoteKey, false);
            }
          }
          place += length;
        }
        if (get || connection.mustTell(bytes)) {
          chain.signalLast();
        }
        long ticket = chain.post();
        buffers.ring().commit(connection, ticket);
        return ticket;
      } finally {
        connection.end();
      }
    } finally {
      buffers.ring().unlock();
    }
  }
}
