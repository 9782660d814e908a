package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;

/**
 * Puts and gets of lists of segments. The requests for many segments are posted together, and
 * segments that lie one behind the other at the target share a request: inline if they are short,
 * else as its scatter/gather entries. Memory that is not registered passes through the copy ring,
 * as many segments at a time as fit into a piece of it.
 */
final class SegmentTransfers {
  /** Segments that pass through one piece of the copy ring, at most. */
  private static final int GROUP = 16;

  private final Transfers transfers;
  private final CopyRing ring;
  private final Transfers.Options options;

  SegmentTransfers(Transfers transfers, CopyRing ring, Transfers.Options options) {
    this.transfers = transfers;
    this.ring = ring;
    this.options = options;
  }

  /** Starts a put; returns a ticket of the connection. */
  long put(
      Connection connection,
      MemorySegment source,
      long sourceOffset,
      long remote,
      int remoteKey,
      SegmentList list) {
    if (list.runs() == 0) {
      return RemoteBlock.COMPLETE;
    }
    long longest = longest(list);
    if (longest <= connection.inlineBytes()) {
      putInline(connection, source, sourceOffset, remote, remoteKey, list);
      return RemoteBlock.COMPLETE;
    }
    long key = key(source, sourceOffset, list, false);
    if (key == RegisteredRanges.NONE || longest > options.maxMessageBytes()) {
      putCopied(connection, source, sourceOffset, remote, remoteKey, new SegmentCursor(list));
      return RemoteBlock.COMPLETE;
    }
    long address = source.address() + sourceOffset;
    return inPlace(connection, address, (int) key, remote, remoteKey, list, false);
  }

  private static void putInline(
      Connection connection,
      MemorySegment source,
      long sourceOffset,
      long remote,
      int remoteKey,
      SegmentList list) {
    SegmentCursor at = new SegmentCursor(list);
    synchronized (connection) {
      RequestChain chain = connection.begin();
      for (; at.hasSegment(); at.advance()) {
        chain.addInline(
            source,
            sourceOffset + at.local(),
            (int) at.lengthBytes(),
            remote + at.remote(),
            remoteKey);
      }
      chain.post();
    }
  }

  private void putCopied(
      Connection connection,
      MemorySegment source,
      long sourceOffset,
      long remote,
      int remoteKey,
      SegmentCursor at) {
    while (at.hasSegment()) {
      int bytes = at.bytesOfGroup(GROUP, options.copyPieceBytes());
      if (bytes == 0) {
        long from = sourceOffset + at.local();
        transfers.put(connection, source, from, remote + at.remote(), remoteKey, at.lengthBytes());
        at.advance();
        continue;
      }
      synchronized (ring) {
        long place = ring.reserve(bytes);
        long end = place + bytes;
        long ticket;
        synchronized (connection) {
          RequestChain chain = connection.begin();
          for (; place < end; at.advance()) {
            int length = (int) at.lengthBytes();
            MemorySegment.copy(source, sourceOffset + at.local(), ring.memory(), place, length);
            long address = ring.address(place);
            long to = remote + at.remote();
            if (!chain.extend(address, length, ring.localKey(), to, bytes)) {
              chain.addWrite(address, length, ring.localKey(), to, remoteKey, false);
            }
            place += length;
          }
          ticket = chain.post();
        }
        ring.commit(connection, ticket);
      }
    }
  }

  /** Starts a get; returns a ticket of the connection. */
  long get(
      Connection connection,
      long remote,
      int remoteKey,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    if (list.runs() == 0) {
      return RemoteBlock.COMPLETE;
    }
    long key = key(destination, destinationOffset, list, true);
    if (key == RegisteredRanges.NONE || longest(list) > options.maxMessageBytes()) {
      return getCopied(
          connection, remote, remoteKey, destination, destinationOffset, new SegmentCursor(list));
    }
    long address = destination.address() + destinationOffset;
    return inPlace(connection, address, (int) key, remote, remoteKey, list, true);
  }

  /** Reads or writes registered memory. */
  private long inPlace(
      Connection connection,
      long local,
      int key,
      long remote,
      int remoteKey,
      SegmentList list,
      boolean read) {
    synchronized (connection) {
      RequestChain chain = connection.begin();
      for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
        long address = local + at.local();
        long there = remote + at.remote();
        int length = (int) at.lengthBytes();
        if (chain.extend(address, length, key, there, options.maxMessageBytes())) {
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
    }
  }

  private long getCopied(
      Connection connection,
      long remote,
      int remoteKey,
      MemorySegment destination,
      long destinationOffset,
      SegmentCursor at) {
    long ticket = RemoteBlock.COMPLETE;
    while (at.hasSegment()) {
      int bytes = at.bytesOfGroup(GROUP, options.copyPieceBytes());
      if (bytes == 0) {
        long to = destinationOffset + at.local();
        long from = remote + at.remote();
        ticket = transfers.get(connection, from, remoteKey, destination, to, at.lengthBytes());
        at.advance();
        continue;
      }
      synchronized (ring) {
        long place = ring.reserve(bytes);
        long end = place + bytes;
        synchronized (connection) {
          RequestChain chain = connection.begin();
          for (; place < end; at.advance()) {
            int length = (int) at.lengthBytes();
            long to = destinationOffset + at.local();
            long from = remote + at.remote();
            chain.addReadAndLand(ring, place, length, from, remoteKey, destination, to);
            place += length;
          }
          chain.signalLast();
          ticket = chain.post();
        }
        ring.commit(connection, ticket);
      }
    }
    return ticket;
  }

  private long key(MemorySegment segment, long offset, SegmentList list, boolean write) {
    SegmentList.Side side = list.local();
    long spanBytes = side.endBytes() - side.startBytes();
    return transfers.key(segment, offset + side.startBytes(), spanBytes, list.sizeBytes(), write);
  }

  private static long longest(SegmentList list) {
    long longest = 0;
    for (int run = 0; run < list.runs(); run++) {
      longest = Math.max(longest, list.lengthBytes(run));
    }
    return longest;
  }
}
