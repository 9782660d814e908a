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

  /**
   * Starts a put or get.
   *
   * @param kind {@link Kind#PUT} or {@link Kind#GET}
   * @param local memory of the caller
   * @param offset first byte there
   * @param remote address of the first byte at the target
   * @param key key of the memory there
   * @param ordered whether it starts after all earlier operations
   * @return a ticket
   */
  long start(
      Kind kind,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      boolean ordered) {
    if (!InPlace.suits(local)) {
      return copied(kind, local, offset, remote, key, sizeBytes, ordered);
    }
    long address = local.address() + offset;
    return inPlace(kind, local, address, remote, key, sizeBytes, ordered);
  }

  private long inPlace(
      Kind kind,
      MemorySegment memory,
      long local,
      long remote,
      RemoteKey key,
      long sizeBytes,
      boolean ordered) {
    connection.begin();
    try {
      if (kind == Kind.PUT && signalMessages.carries(sizeBytes)) {
        return signalMessages.carry(memory, local, remote, sizeBytes);
      }
      long pointer = handOver(kind, local, remote, key, sizeBytes, ordered);
      return connection.window().keep(connection.started(pointer, kind, remote, sizeBytes), memory);
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

  /** Goes through the buffers, in pieces, which may arrive in any order among themselves. */
  private long copied(
      Kind kind,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      boolean ordered) {
    long last = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(pieceBytes, sizeBytes - done);
      long here = offset + done;
      long there = remote + done;
      boolean follows = ordered && done == 0;
      long ticket =
          kind == Kind.PUT
              ? putPiece(local, here, there, key, piece, follows)
              : getPiece(there, key, local, here, piece, follows);
      last = Math.max(last, ticket);
      done += piece;
    }
    return kind == Kind.PUT ? RemoteBlock.COMPLETE : last;
  }

  private long putPiece(
      MemorySegment source,
      long offset,
      long remote,
      RemoteKey key,
      int sizeBytes,
      boolean ordered) {
    long place = buffers.take(connection.progress(), source, offset, sizeBytes);
    try {
      long from = buffers.address(place);
      long ticket = inPlace(Kind.PUT, buffers.memory(), from, remote, key, sizeBytes, ordered);
      buffers.commit(connection.progress(), ticket);
      return ticket;
    } finally {
      buffers.unlock();
    }
  }

  private long getPiece(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long offset,
      int sizeBytes,
      boolean ordered) {
    long place = buffers.take(connection.progress(), sizeBytes);
    try {
      long ticket = getPiece(remote, key, place, destination, offset, sizeBytes, ordered);
      buffers.commit(connection.progress(), ticket);
      return ticket;
    } finally {
      buffers.unlock();
    }
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

  /** Starts a put or get of the segments of a list, in any order. */
  long startList(
      Kind kind, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    boolean first = true;
    for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
      long here = offset + at.local();
      long next = start(kind, local, here, remote + at.remote(), key, at.lengthBytes(), first);
      ticket = Math.max(ticket, next);
      first = false;
    }
    connection.startedAll(ticket, list.sizeBytes());
    return ticket;
  }
}
