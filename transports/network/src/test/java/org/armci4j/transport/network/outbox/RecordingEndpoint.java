package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.WordAtomics;

/** A rank whose operations are over when they have been started. */
final class RecordingEndpoint implements NetworkEndpoint, WordAtomics {
  private final EndpointProgress progress =
      new EndpointProgress(
          0,
          1,
          "a wire",
          new NetworkFailure(),
          null,
          number -> "operation " + number,
          new PendingCopies(8),
          () -> {});

  /** What was started, if that is wanted. */
  private final List<String> log = new ArrayList<>();

  private boolean isLogging;

  private boolean copies;
  private int firstPiece = SHORT_BYTES;

  /** How many operations may be started in a turn. */
  private int room = 64;

  private boolean inTurn;

  List<String> log() {
    isLogging = true;
    return log;
  }

  /** Copies contiguous transfers, with a first part of that length. */
  void setFirstPiece(int bytes) {
    copies = true;
    firstPiece = bytes;
  }

  void setRoom(int operations) {
    room = operations;
  }

  private long started(String name, long value) {
    if (!inTurn) {
      throw new IllegalStateException("outside of a turn");
    }
    if (isLogging) {
      log.add(name + " " + value);
    }
    return RemoteBlock.COMPLETE;
  }

  @Override
  public int tryBegin(int most, boolean reads) {
    int begun = Math.min(most, room);
    inTurn = begun > 0;
    return begun;
  }

  @Override
  public boolean beginTurn(int operations) {
    return tryBegin(operations, false) == operations;
  }

  @Override
  public void endTurn() {
    inTurn = false;
  }

  @Override
  public long transfer(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    return started(get ? "get" : "put", sizeBytes);
  }

  @Override
  public long transferList(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    return started(get ? "get of segments" : "put of segments", list.segments());
  }

  @Override
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    started("word", value);
  }

  @Override
  public void putWords(long first, long second, long remote, RemoteKey key) {
    started("words", first);
  }

  @Override
  public void putWordAndNotify(long value, long remote, RemoteKey key) {
    started("notification", value);
  }

  @Override
  public long send(long offset, int lengthBytes) {
    return started("message", lengthBytes);
  }

  @Override
  public WordAtomics atomics() {
    return this;
  }

  @Override
  public void add(long address, RemoteKey key, long delta) {
    started("add", delta);
  }

  @Override
  public long change(
      WordChange change,
      int lengthBytes,
      long address,
      RemoteKey key,
      long operand,
      long value,
      MemorySegment result,
      long resultOffset) {
    return started("update", operand);
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return copies;
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    return false;
  }

  @Override
  public int copyPieceBytes() {
    return copies ? 4 * firstPiece : 512;
  }

  @Override
  public int firstPieceBytes() {
    return firstPiece;
  }

  @Override
  public byte[] address() {
    return new byte[0];
  }

  @Override
  public void connect(byte[] address) {}

  @Override
  public EndpointProgress progress() {
    return progress;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
