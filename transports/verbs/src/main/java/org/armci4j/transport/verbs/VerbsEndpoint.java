package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SignalWords;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.armci4j.transport.verbs.path.PathEnd;
import org.armci4j.transport.verbs.path.PathEndpoint;

/** Reaches another rank through a connection. */
final class VerbsEndpoint implements PathEndpoint {
  /**
   * Turns operations into requests; chosen once from the settings and from what the device can do.
   *
   * @param path number of the path
   * @param contiguous puts and gets
   * @param signalled puts with words behind them
   * @param segments puts and gets of lists
   * @param atomics null where helper threads update words
   */
  record Protocols(
      int path,
      ContiguousTransfers contiguous,
      SignalledPuts signalled,
      SegmentTransfers segments,
      DeviceAtomics.Shared atomics) {}

  private final ConnectionEnd end;
  private final Connection connection;
  private final Protocols protocols;
  private final DeviceAtomics atomics;
  private final Runnable closed;

  /**
   * @param end of the connection
   * @param connection posts the requests
   * @param protocols how operations become requests
   * @param closed called when the endpoint is closed
   */
  VerbsEndpoint(ConnectionEnd end, Connection connection, Protocols protocols, Runnable closed) {
    this.end = end;
    this.connection = connection;
    this.protocols = protocols;
    this.closed = closed;
    this.atomics =
        protocols.atomics() == null ? null : new DeviceAtomics(connection, protocols.atomics());
  }

  private int remoteKey(RemoteKey key) {
    return VerbsRemoteKey.of(key, protocols.path());
  }

  /** Returns the connection that posts its requests. */
  Connection connection() {
    return connection;
  }

  @Override
  public byte[] address() {
    return end.address();
  }

  @Override
  public void connect(byte[] address) {
    end.connect(address);
  }

  /** Returns its end of the first path; null if the endpoint fails with its queue pair. */
  PathEnd path() {
    return end.path();
  }

  @Override
  public EndpointProgress progress() {
    return connection.progress();
  }

  @Override
  public long put(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, long sizeBytes) {
    int remoteKey = remoteKey(key);
    return protocols
        .contiguous()
        .put(connection, source, sourceOffset, remote, remoteKey, sizeBytes);
  }

  @Override
  public long get(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    int remoteKey = remoteKey(key);
    return protocols
        .contiguous()
        .get(connection, remote, remoteKey, destination, destinationOffset, sizeBytes);
  }

  @Override
  public long putList(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, SegmentList list) {
    int remoteKey = remoteKey(key);
    return protocols.segments().put(connection, source, sourceOffset, remote, remoteKey, list);
  }

  @Override
  public long getList(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    int remoteKey = remoteKey(key);
    return protocols
        .segments()
        .get(connection, remote, remoteKey, destination, destinationOffset, list);
  }

  @Override
  public long putSignal(
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      SignalWords words) {
    int wordKey = remoteKey(words.key());
    return protocols
        .signalled()
        .put(connection, source, sourceOffset, remote, remoteKey(key), sizeBytes, words, wordKey);
  }

  @Override
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    int remoteKey = remoteKey(key);
    if (lengthBytes == Long.BYTES) {
      connection.writeLong(value, remote, remoteKey);
    } else {
      connection.writeShorter((int) value, lengthBytes, remote, remoteKey);
    }
  }

  @Override
  public void putWords(long first, long second, long remote, RemoteKey key) {
    connection.writeLongs(first, second, remote, remoteKey(key));
  }

  @Override
  public void putWordAndNotify(long value, long remote, RemoteKey key) {
    connection.writeLongAndNotify(value, VerbsInbox.CALL, remote, remoteKey(key));
  }

  @Override
  public long send(long offset, int lengthBytes) {
    return connection.send(offset, lengthBytes);
  }

  @Override
  public WordAtomics atomics() {
    return atomics;
  }

  @Override
  public BounceBuffers.User bufferUser() {
    return connection;
  }

  @Override
  public boolean beginTurn(int operations) {
    return connection.beginTurn(operations);
  }

  @Override
  public void endTurn() {
    connection.endTurn();
  }

  @Override
  public int tryBegin(int most, boolean reads) {
    return connection.tryBegin(most, reads);
  }

  @Override
  public int copyPieceBytes() {
    return protocols.contiguous().copyPieceBytes();
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return protocols.contiguous().isCopied(connection, local, offset, sizeBytes, get);
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    return protocols.segments().isCopied(connection, local, offset, list, get);
  }

  @Override
  public long probe() {
    return connection.probe();
  }

  @Override
  public void flush() {
    connection.flush();
  }

  @Override
  public void close() {
    end.close();
    closed.run();
  }
}
