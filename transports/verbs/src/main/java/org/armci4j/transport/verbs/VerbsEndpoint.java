package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SignalledData;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.verbs.key.VerbsRemoteKey;
import org.armci4j.transport.verbs.path.PathEnd;
import org.armci4j.transport.verbs.path.PathEndpoint;

/** Reaches another rank through a connection. */
final class VerbsEndpoint implements PathEndpoint {
  private final ConnectionEnd end;
  private final Connection connection;

  /** Number of the path that the connection goes. */
  private final int path;

  private final ContiguousTransfers contiguous;
  private final SignalledPuts signalled;
  private final SegmentTransfers segments;
  private final DeviceAtomics atomics;
  private final Runnable closed;

  /**
   * @param end of the connection
   * @param connection posts the requests
   * @param path number of the path that the connection goes
   * @param means by which transfers reach local data
   * @param unwanted receives old values of atomics that no caller wants; null where helper threads
   *     update words
   * @param closed called when the endpoint is closed
   */
  VerbsEndpoint(
      ConnectionEnd end,
      Connection connection,
      int path,
      TransferMeans means,
      DeviceAtomics.Unwanted unwanted,
      Runnable closed) {
    this.end = end;
    this.connection = connection;
    this.path = path;
    this.contiguous = new ContiguousTransfers(connection, means);
    this.signalled = new SignalledPuts(connection, means, contiguous);
    this.segments = new SegmentTransfers(connection, means, contiguous);
    this.atomics = unwanted == null ? null : new DeviceAtomics(connection, means, unwanted);
    this.closed = closed;
  }

  private int remoteKey(RemoteKey key) {
    return VerbsRemoteKey.of(key, path);
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
  PathEnd pathEnd() {
    return end.pathEnd();
  }

  @Override
  public EndpointProgress progress() {
    return connection.progress();
  }

  @Override
  public long transfer(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    return get
        ? contiguous.get(remote, remoteKey(key), local, offset, sizeBytes)
        : contiguous.put(local, offset, remote, remoteKey(key), sizeBytes);
  }

  @Override
  public long transferList(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    return get
        ? segments.get(remote, remoteKey(key), local, offset, list)
        : segments.put(local, offset, remote, remoteKey(key), list);
  }

  @Override
  public long putSignal(SignalledData put) {
    return signalled.put(put, remoteKey(put.key()));
  }

  @Override
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    connection.writeWord(value, lengthBytes, remote, remoteKey(key));
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
    return contiguous.copyPieceBytes();
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return contiguous.isCopied(local, offset, sizeBytes, get);
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    return segments.isCopied(local, offset, list, get);
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
