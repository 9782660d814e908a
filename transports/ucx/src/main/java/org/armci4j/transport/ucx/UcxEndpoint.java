package org.armci4j.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SignalledData;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.ucx.RequestWindow.Kind;

/**
 * A rank behind a connection of UCX. {@link UcxTransfers} moves data, and {@link UcxWords} handles
 * words, atomic updates and messages.
 */
final class UcxEndpoint implements NetworkEndpoint {
  /**
   * First part of a copied transfer over TCP. Each part is a message that wakes the target, which
   * takes longer than to copy so much.
   */
  private static final int TCP_FIRST_PIECE_BYTES = 64 << 10;

  private final UcxConnection connection;
  private final UcxTransfers transfers;
  private final UcxWords words;
  private final UcxSignalMessages signalMessages;

  /** Tags of what this rank sends. */
  private final long messageTag;

  private final long notificationTag;

  UcxEndpoint(UcxConnection connection) {
    int rank = connection.shared().context().bootstrap().rank();
    this.messageTag = UcxInbox.messageTag(rank);
    this.notificationTag = UcxInbox.notificationTag(rank);
    this.connection = connection;
    this.signalMessages = new UcxSignalMessages(connection);
    this.transfers = new UcxTransfers(connection, signalMessages);
    this.words = new UcxWords(connection);
  }

  @Override
  public byte[] address() {
    return connection.shared().address().encode();
  }

  @Override
  public void connect(byte[] address) {
    connection.connect(address);
  }

  @Override
  public EndpointProgress progress() {
    return connection.progress();
  }

  @Override
  public WordAtomics atomics() {
    return connection.shared().atomics() ? words : null;
  }

  @Override
  public int tryBegin(int most, boolean reads) {
    return connection.tryBegin(most);
  }

  @Override
  public boolean beginTurn(int operations) {
    return connection.beginTurn(operations);
  }

  @Override
  public void endTurn() {
    connection.end();
  }

  @Override
  public int copyPieceBytes() {
    return connection.shared().pieceBytes();
  }

  @Override
  public int firstPieceBytes() {
    return connection.isInOrder() ? TCP_FIRST_PIECE_BYTES : SHORT_BYTES;
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return !InPlace.suits(local);
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    return !InPlace.suits(local);
  }

  /**
   * {@inheritDoc} The put of an aligned word goes as an operation that is answered when the word is
   * in place, so that a later fence needs no further answer.
   */
  @Override
  public long transfer(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    if (!get && sizeBytes == Long.BYTES && remote % Long.BYTES == 0) {
      putWord(local.get(JAVA_LONG_UNALIGNED, offset), Long.BYTES, remote, key);
      return RemoteBlock.COMPLETE;
    }
    return transfers.start(kind(get), local, offset, remote, key, sizeBytes, true);
  }

  @Override
  public long transferList(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    return transfers.startList(kind(get), local, offset, remote, key, list);
  }

  private static Kind kind(boolean get) {
    return get ? Kind.GET : Kind.PUT;
  }

  @Override
  public long putSignal(SignalledData put) {
    boolean inPlace = InPlace.suits(put.source());
    if (signalMessages.take(put.sizeBytes(), put.count(), inPlace)) {
      signalMessages.put(put);
      return RemoteBlock.COMPLETE;
    }
    long ticket = inPlace ? signalMessages.tryCarry(put) : UcxSignalMessages.APART;
    return ticket == UcxSignalMessages.APART ? NetworkEndpoint.super.putSignal(put) : ticket;
  }

  @Override
  public long putAwaited(SignalledData put) {
    long ticket = signalMessages.tryAnswer(put);
    return ticket == UcxSignalMessages.APART ? NetworkEndpoint.super.putAwaited(put) : ticket;
  }

  @Override
  public void signal(long value, long remote, RemoteKey key, boolean isAwaited) {
    if (signalMessages.areUsed()) {
      signalMessages.put(value, remote, false, isAwaited);
    } else {
      putWord(value, Long.BYTES, remote, key);
    }
  }

  @Override
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    words.put(value, lengthBytes, remote, key);
  }

  @Override
  public void putWords(long first, long second, long remote, RemoteKey key) {
    if (signalMessages.areUsed()) {
      signalMessages.put(first, second, remote);
    } else {
      putWord(first, Long.BYTES, remote, key);
      putWord(second, Long.BYTES, remote + Long.BYTES, key);
    }
  }

  @Override
  public void putWordAndNotify(long value, long remote, RemoteKey key) {
    if (signalMessages.areUsed()) {
      signalMessages.put(value, remote, true, false);
      return;
    }
    putWord(value, Long.BYTES, remote, key);
    long none = connection.shared().buffers().memory().address();
    words.message(none, 0, notificationTag);
  }

  @Override
  public long send(long offset, int lengthBytes) {
    long local = connection.shared().buffers().address(offset);
    return words.message(local, lengthBytes, messageTag);
  }

  @Override
  public void flush() {
    connection.flush();
  }

  @Override
  public void close() {
    connection.close();
  }
}
