package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.MessageCutter;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ScatterLimits;
import org.armci4j.transport.network.ScatterLine;

/**
 * Emulates one end of a line. A message that finds no receive, or one of another length, fails its
 * endpoint: neither may happen. Each end draws limits of its own.
 */
final class FakeLine implements ScatterLine {
  private static final int KEY = 5;

  private final FakeNetwork network;
  private final FakeEndpoint endpoint;
  private final int depth;
  private final long number;
  private final ScatterLimits own;
  private MessageCutter cutter;
  private ScatterLimits limits;
  private FakeLine otherEnd;
  private boolean isOrigin;

  /** Guards the following fields, because both ends change them. */
  private final FakeFabric guard;

  private final Queue<List<Piece>> receives = new ArrayDeque<>();
  private final Queue<List<Piece>> sends = new ArrayDeque<>();
  private boolean closed;
  private long lastReceive;
  private long lastSend;
  private long arrived;
  private long delivered;

  /** Receives that polls have reported. */
  private volatile long received;

  private volatile long sent;

  private record Piece(long address, int lengthBytes) {}

  FakeLine(FakeNetwork network, FakeEndpoint endpoint, int depth) {
    this.network = network;
    this.endpoint = endpoint;
    this.depth = depth;
    this.guard = network.fabric();
    this.number = guard.add(this);
    Chance chance = network.chance();
    this.own = new ScatterLimits(1 + chance.below(6), 64 + chance.below(2000));
  }

  @Override
  public byte[] address() {
    isOrigin |= otherEnd == null;
    return ByteBuffer.allocate(3 * Long.BYTES)
        .putLong(number)
        .putLong(own.maxSegments())
        .putLong(own.maxBytes())
        .array();
  }

  @Override
  public void connect(byte[] address) {
    ByteBuffer bytes = ByteBuffer.wrap(address);
    otherEnd = guard.line(bytes.getLong());
    limits = own.and(new ScatterLimits((int) bytes.getLong(), bytes.getLong()));
    cutter = new MessageCutter(limits);
  }

  @Override
  public ScatterLimits limits() {
    return limits;
  }

  @Override
  public int depth() {
    return depth;
  }

  /** Returns no key by chance, as for an origin's memory that is not registered. */
  @Override
  public long localKey(MemorySegment memory, long offset, SegmentList list, boolean written) {
    boolean refuses = isOrigin && network.chance().oneIn(8);
    return refuses || !InPlace.suits(memory) ? NO_KEY : KEY;
  }

  @Override
  public void release(long localKey) {}

  @Override
  public long tryReceive(long base, long localKey, SegmentList list) {
    int count = cutter.count(list);
    synchronized (guard) {
      if (network.chance().oneIn(4) || lastReceive + count - received > depth) {
        return 0;
      }
      post(base, list, receives);
      lastReceive += count;
      return lastReceive;
    }
  }

  @Override
  public long trySend(long base, long localKey, SegmentList list) {
    int count = cutter.count(list);
    synchronized (guard) {
      if (network.chance().oneIn(4) || lastSend + count - sent > depth) {
        return 0;
      }
      post(base, list, sends);
      lastSend += count;
    }
    network.wakeWire();
    return lastSend;
  }

  private void post(long base, SegmentList list, Queue<List<Piece>> queue) {
    cutter.begin(list);
    while (cutter.nextMessage()) {
      List<Piece> pieces = new ArrayList<>();
      while (cutter.nextPiece()) {
        pieces.add(new Piece(base + cutter.offset(), cutter.lengthBytes()));
      }
      if (!closed) {
        queue.add(pieces);
      }
    }
  }

  boolean hasQueued() {
    synchronized (guard) {
      return !sends.isEmpty();
    }
  }

  /** Delivers the next message. */
  void carryOut() {
    synchronized (guard) {
      if (sends.isEmpty()) {
        return;
      }
      List<Piece> from = sends.remove();
      if (network.drawsFault()) {
        endpoint.progress().fail("a message of a list: an invented fault");
      }
      if (endpoint.progress().hasFailed() || otherEnd.closed) {
        return;
      }
      List<Piece> to = otherEnd.receives.poll();
      if (to == null || sizeBytes(to) != sizeBytes(from)) {
        endpoint.progress().fail(Text.format("a message of %s met a receive of %s", from, to));
        return;
      }
      byte[] bytes = new byte[sizeBytes(from)];
      move(from, bytes, true);
      move(to, bytes, false);
      delivered++;
      otherEnd.arrived++;
    }
  }

  private static int sizeBytes(List<Piece> pieces) {
    return pieces.stream().mapToInt(Piece::lengthBytes).sum();
  }

  private static void move(List<Piece> pieces, byte[] bytes, boolean gather) {
    MemorySegment buffer = MemorySegment.ofArray(bytes);
    long done = 0;
    for (Piece piece : pieces) {
      MemorySegment all = FakeEndpoint.EVERYTHING;
      int length = piece.lengthBytes();
      MemorySegment.copy(
          gather ? all : buffer,
          gather ? piece.address() : done,
          gather ? buffer : all,
          gather ? done : piece.address(),
          length);
      done += length;
    }
  }

  /** Reports some of the complete messages; called by one thread at a time. */
  boolean tell() {
    synchronized (guard) {
      long before = received + sent;
      received += Math.min(arrived - received, 1 + network.chance().below(4));
      sent += Math.min(delivered - sent, 1 + network.chance().below(4));
      return received + sent > before;
    }
  }

  @Override
  public boolean receives() {
    synchronized (guard) {
      return lastReceive != received;
    }
  }

  @Override
  public boolean sends() {
    synchronized (guard) {
      return lastSend != sent;
    }
  }

  @Override
  public long received() {
    return received;
  }

  @Override
  public long sent() {
    return sent;
  }

  @Override
  public boolean tryRequest(RegisteredMemory.Part message, int lengthBytes) {
    return endpoint.trySend(message.memory(), lengthBytes);
  }

  @Override
  public void putAnswer(long value, long remote, RemoteKey key) {
    endpoint.putAnswer(value, remote, key);
  }

  @Override
  public void reset() {
    synchronized (guard) {
      closed = true;
      receives.clear();
      sends.clear();
    }
  }

  @Override
  public void close() {
    reset();
  }
}
