package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SegmentCursor;
import org.armci4j.transport.ucx.RequestWindow.Kind;
import org.armci4j.transport.ucx.ucp.UcpWorker;

/**
 * Puts and gets of contiguous memory and of lists. Native memory is used in place where {@link
 * InPlace#suits} allows it, and kept reachable until the operation is complete. All other memory
 * goes through the bounce buffers.
 */
final class UcxTransfers {
  private final UcxConnection connection;
  private final UcxSignalMessages signalMessages;
  private final BounceBuffers buffers;
  private final int pieceBytes;

  /**
   * @param signalMessages sends long data where it can
   */
  UcxTransfers(UcxConnection connection, UcxSignalMessages signalMessages) {
    this.connection = connection;
    this.signalMessages = signalMessages;
    this.buffers = connection.shared().buffers();
    this.pieceBytes = connection.shared().pieceBytes();
  }

  /** Starts to write; {@code ordered} means after all earlier operations. */
  long put(
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      boolean ordered) {
    return InPlace.suits(source)
        ? putInPlace(source, source.address() + sourceOffset, remote, key, sizeBytes, ordered)
        : putCopied(source, sourceOffset, remote, key, sizeBytes, ordered);
  }

  private long putInPlace(
      MemorySegment memory,
      long local,
      long remote,
      RemoteKey key,
      long sizeBytes,
      boolean ordered) {
    connection.begin();
    try {
      if (signalMessages.carries(sizeBytes)) {
        return signalMessages.carry(memory, local, remote, sizeBytes, null);
      }
      long pointer = handOver(Kind.PUT, local, remote, key, sizeBytes, ordered);
      return connection
          .window()
          .keep(connection.started(pointer, Kind.PUT, remote, sizeBytes), memory);
    } finally {
      connection.end();
    }
  }

  /** Hands one put or get to UCX; for the holder of the lock. Returns UCX's status pointer. */
  private long handOver(
      Kind kind, long local, long remote, RemoteKey key, long sizeBytes, boolean ordered) {
    if (ordered) {
      connection.order();
    }
    UcpWorker worker = connection.worker();
    long there = connection.key(key);
    return kind == Kind.PUT
        ? worker.put(connection.handle(), local, sizeBytes, remote, there)
        : worker.get(connection.handle(), local, sizeBytes, remote, there);
  }

  /** Writes through the buffers, in pieces, which may arrive in any order among themselves. */
  private long putCopied(
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      boolean ordered) {
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(pieceBytes, sizeBytes - done);
      buffers.lock();
      try {
        long place = buffers.reserve(connection.progress(), piece);
        MemorySegment.copy(source, sourceOffset + done, buffers.memory(), place, piece);
        long ticket =
            putInPlace(
                buffers.memory(),
                buffers.address(place),
                remote + done,
                key,
                piece,
                ordered && done == 0);
        if (ticket != RemoteBlock.COMPLETE) {
          buffers.commit(connection.progress(), ticket);
        }
      } finally {
        buffers.unlock();
      }
      done += piece;
    }
    return RemoteBlock.COMPLETE;
  }

  /** Starts to read; {@code ordered} means after all earlier operations. */
  long get(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes,
      boolean ordered) {
    return InPlace.suits(destination)
        ? getInPlace(
            remote, key, destination, destination.address() + destinationOffset, sizeBytes, ordered)
        : getCopied(remote, key, destination, destinationOffset, sizeBytes, ordered);
  }

  private long getInPlace(
      long remote,
      RemoteKey key,
      MemorySegment memory,
      long local,
      long sizeBytes,
      boolean ordered) {
    connection.begin();
    try {
      long pointer = handOver(Kind.GET, local, remote, key, sizeBytes, ordered);
      return connection
          .window()
          .keep(connection.started(pointer, Kind.GET, remote, sizeBytes), memory);
    } finally {
      connection.end();
    }
  }

  private long getCopied(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long offset,
      long sizeBytes,
      boolean ordered) {
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(pieceBytes, sizeBytes - done);
      buffers.lock();
      try {
        long place = buffers.reserve(connection.progress(), piece);
        long number =
            getPiece(
                remote + done, key, place, destination, offset + done, piece, ordered && done == 0);
        if (number != RemoteBlock.COMPLETE) {
          buffers.commit(connection.progress(), number);
          ticket = number;
        }
      } finally {
        buffers.unlock();
      }
      done += piece;
    }
    return ticket;
  }

  private long getPiece(
      long remote,
      RemoteKey key,
      long place,
      MemorySegment destination,
      long offset,
      int sizeBytes,
      boolean ordered) {
    MemorySegment memory = buffers.memory();
    connection.begin();
    try {
      long pointer = handOver(Kind.GET, buffers.address(place), remote, key, sizeBytes, ordered);
      if (pointer == 0) {
        connection.copies().copyNow(memory, place, destination, offset, sizeBytes);
      } else {
        connection
            .copies()
            .expect(connection.next(), memory, place, destination, offset, sizeBytes);
      }
      return connection.started(pointer, Kind.GET, remote, sizeBytes);
    } finally {
      connection.end();
    }
  }

  /** Starts to write the segments of a list, in any order. */
  long putList(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    boolean first = true;
    for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
      long from = sourceOffset + at.local();
      long next = put(source, from, remote + at.remote(), key, at.lengthBytes(), first);
      ticket = Math.max(ticket, next);
      first = false;
    }
    connection.startedAll(ticket, list.sizeBytes());
    return ticket;
  }

  /** Starts to read the segments of a list, in any order. */
  long getList(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    boolean first = true;
    for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
      long to = destinationOffset + at.local();
      long next = get(remote + at.remote(), key, destination, to, at.lengthBytes(), first);
      ticket = Math.max(ticket, next);
      first = false;
    }
    connection.startedAll(ticket, list.sizeBytes());
    return ticket;
  }
}
