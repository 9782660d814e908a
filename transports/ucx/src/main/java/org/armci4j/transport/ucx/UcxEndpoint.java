package org.armci4j.transport.ucx;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.HelperTurn;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SegmentCursor;
import org.armci4j.transport.network.ValueSlots;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.ucx.RequestWindow.Kind;
import org.armci4j.transport.ucx.ucp.UcpWorker;
import org.armci4j.transport.ucx.ucp.UcxException;
import org.armci4j.transport.ucx.ucp.api.Ucp;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;

/**
 * A rank behind an endpoint of UCX. Native memory goes out and comes in in place where that {@link
 * InPlace#suits suits} it; it is kept until then. All else goes through the bounce buffers.
 *
 * <p>Order: UCX promises none between operations, so a fence of the worker stands before each (of a
 * list, before the first). Tickets are the numbers of the operations that were not complete at
 * once; they are retired in their order.
 *
 * <p>An aligned word is written by an atomic swap: TCP may deliver the bytes of a put in two parts.
 */
final class UcxEndpoint implements NetworkEndpoint {
  private static final Condition<UcxEndpoint> HAS_ROOM = (endpoint, _, _) -> endpoint.hasRoom();

  /**
   * What the endpoints of a rank share.
   *
   * @param context of the rank
   * @param waiter whose looks move operations on
   * @param origin where operations go out
   * @param address where this rank receives
   * @param buffers for heap arrays and messages
   * @param values for the results of blocking reads
   * @param depth operations that may be under way to one rank
   * @param pieceBytes largest part of a copied transfer
   * @param atomics whether UCX updates words
   */
  record Shared(
      NetworkContext context,
      Waiter waiter,
      OriginWorker origin,
      UcxAddress address,
      BounceBuffers buffers,
      ValueSlots values,
      int depth,
      int pieceBytes,
      boolean atomics) {}

  private final int rank;
  private final Shared shared;
  private final OriginWorker origin;
  private final UcpWorker worker;
  private final EndpointProgress progress;
  private final RequestWindow window;
  private final PendingCopies copies;
  private final WordAtomics atomics;
  private final HelperTurn turn;

  /** Given up while operations were under way; guarded, like the handle, by the origin's lock. */
  private final List<Long> unusedKeys = new ArrayList<>();

  private long handle;

  UcxEndpoint(int rank, Shared shared) {
    this.rank = rank;
    this.shared = shared;
    this.origin = shared.origin();
    this.worker = origin.worker();
    this.window = new RequestWindow(shared.depth());
    this.copies = new PendingCopies(shared.depth());
    this.progress =
        new EndpointProgress(
            shared.context().bootstrap().rank(),
            rank,
            "UCX",
            shared.depth(),
            shared.context().failures(),
            shared.waiter(),
            window::text,
            copies,
            this::close);
    this.turn = new HelperTurn(progress);
    this.atomics = shared.atomics() ? new UcxAtomics(this, shared.values()) : null;
  }

  @Override
  public byte[] address() {
    return shared.address().encode();
  }

  @Override
  public void connect(byte[] address) {
    UcxAddress other = UcxAddress.decode(address);
    progress.setHost(other.host());
    origin.lock();
    try {
      handle = worker.connect(other.worker());
    } catch (UcxException e) {
      throw new ArmciException(
          "there is no way to rank %d on host %s: %s; look whether this host reaches that one (ip route get), and whether ucxDevices names the right devices"
              .formatted(rank, other.host(), e.getMessage()),
          e);
    } finally {
      origin.unlock();
    }
  }

  @Override
  public EndpointProgress progress() {
    return progress;
  }

  @Override
  public WordAtomics atomics() {
    return atomics;
  }

  private boolean hasRoom() {
    progress.check();
    return room() > 0;
  }

  private int room() {
    return (int) (shared.depth() - progress.started() + progress.complete());
  }

  @Override
  public boolean hasRoom(int operations, boolean reads) {
    return room() >= operations
        && !turn.isClaimed()
        && shared.buffers().mayHaveRoom(SHORT_BYTES, 1);
  }

  /** As {@link #beginTurn}, but for a thread that holds the lock already. */
  @Override
  public int tryBegin(int most, boolean reads) {
    if (origin.isHeld() || turn.isClaimed()) {
      return 0;
    }
    origin.lock();
    int begun = progress.hasFailed() ? 0 : Math.min(most, room());
    if (begun < 1) {
      origin.unlock();
      return 0;
    }
    return begun;
  }

  @Override
  public int copyPieceBytes() {
    return shared.pieceBytes();
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return !InPlace.suits(local);
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    return !InPlace.suits(local);
  }

  /** Takes the origin's lock, with room for one more operation; {@link #end} gives it back. */
  private void begin() {
    if (!origin.isHeld()) {
      turn.letPass();
    }
    origin.lock();
    try {
      while (!hasRoom()) {
        origin.unlock();
        try {
          progress.await(HAS_ROOM, this, 0, 0, "room for one more operation");
        } finally {
          origin.lock();
        }
      }
    } catch (RuntimeException e) {
      origin.unlock();
      throw e;
    }
  }

  private void end() {
    origin.unlock();
  }

  /** No thread waits while it holds the origin's lock, so the helper thread may take it. */
  @Override
  public boolean beginTurn(int operations) {
    progress.check();
    origin.lock();
    if (progress.started() - progress.complete() + operations <= shared.depth()) {
      turn.take();
      return true;
    }
    origin.unlock();
    turn.claim();
    return false;
  }

  @Override
  public void endTurn() {
    origin.unlock();
  }

  /** The number of the operation that begins, for the holder of the lock. */
  private long next() {
    return progress.started() + 1;
  }

  /**
   * An operation has been handed to UCX.
   *
   * @param pointer what UCX answered
   * @return a ticket
   */
  private long started(long pointer, Kind kind, long remote, long sizeBytes) {
    if (pointer == 0) {
      return RemoteBlock.COMPLETE;
    }
    long number = next();
    window.describe(number, kind, remote, sizeBytes);
    if (UcsStatus.isError(pointer)) {
      fail(number, (byte) pointer);
      progress.check();
    }
    boolean wasIdle = progress.complete() == number - 1;
    window.set(number, pointer);
    progress.start(number, number);
    if (wasIdle) {
      origin.becomesBusy(this);
    }
    return number;
  }

  /** Whether operations are under way; for the holder of the lock. */
  boolean hasUnderWay() {
    return !progress.hasFailed() && progress.started() != progress.complete();
  }

  /** Ends what is complete, in order; for the holder of the lock. Returns whether there was any. */
  boolean retire() {
    long done = progress.complete();
    long last = done;
    int status = UcsStatus.OK;
    while (last < progress.started() && !progress.hasFailed()) {
      long request = window.request(last + 1);
      status = worker.check(request);
      if (status != UcsStatus.OK) {
        break;
      }
      worker.free(request);
      last++;
      window.forget(last);
    }
    if (last > done) {
      copies.copy(done, last);
      progress.completeUpTo(last);
    }
    if (status < 0) {
      fail(last + 1, status);
    }
    return last > done || status < 0;
  }

  /** Nothing more will come of this endpoint; for the holder of the lock. */
  private void fail(long number, int status) {
    progress.fail("%s failed: %s".formatted(window.text(number), UcsStatus.text(status)));
    disconnect();
  }

  private void disconnect() {
    if (handle == 0) {
      return;
    }
    worker.disconnect(handle);
    handle = 0;
    for (long number = progress.complete() + 1; number <= progress.started(); number++) {
      worker.free(window.request(number));
      window.forget(number);
    }
    releaseUnused();
  }

  /** Makes a key of that rank's memory usable; for the holder of the lock. */
  long unpack(byte[] packed) {
    return worker.unpackKey(handle, packed);
  }

  /** Gives up what {@link #unpack} gave, once no operation uses it; for the holder of the lock. */
  void release(long key) {
    if (origin.isClosed()) {
      return;
    }
    unusedKeys.add(key);
    if (!hasUnderWay()) {
      releaseUnused();
    }
  }

  private void releaseUnused() {
    unusedKeys.forEach(worker::releaseKey);
    unusedKeys.clear();
  }

  private long key(RemoteKey key) {
    return ((UcxRemoteKey) key).handle(this);
  }

  @Override
  public long put(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, long sizeBytes) {
    return put(source, sourceOffset, remote, key, sizeBytes, true);
  }

  private long put(
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
    begin();
    try {
      if (ordered) {
        origin.order();
      }
      long pointer = worker.put(handle, local, sizeBytes, remote, key(key));
      return window.keep(started(pointer, Kind.PUT, remote, sizeBytes), memory);
    } finally {
      end();
    }
  }

  /** The pieces may go in any order among themselves. */
  private long putCopied(
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      boolean ordered) {
    BounceBuffers buffers = shared.buffers();
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(shared.pieceBytes(), sizeBytes - done);
      buffers.lock();
      try {
        long place = buffers.reserve(piece);
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
          buffers.commit(this, ticket);
        }
      } finally {
        buffers.unlock();
      }
      done += piece;
    }
    return RemoteBlock.COMPLETE;
  }

  @Override
  public long get(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    return get(remote, key, destination, destinationOffset, sizeBytes, true);
  }

  private long get(
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
    begin();
    try {
      if (ordered) {
        origin.order();
      }
      long pointer = worker.get(handle, local, sizeBytes, remote, key(key));
      return window.keep(started(pointer, Kind.GET, remote, sizeBytes), memory);
    } finally {
      end();
    }
  }

  private long getCopied(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long offset,
      long sizeBytes,
      boolean ordered) {
    BounceBuffers buffers = shared.buffers();
    long ticket = RemoteBlock.COMPLETE;
    for (long done = 0; done < sizeBytes; ) {
      int piece = (int) Math.min(shared.pieceBytes(), sizeBytes - done);
      buffers.lock();
      try {
        long place = buffers.reserve(piece);
        long number =
            getPiece(
                remote + done, key, place, destination, offset + done, piece, ordered && done == 0);
        if (number != RemoteBlock.COMPLETE) {
          buffers.commit(this, number);
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
    MemorySegment memory = shared.buffers().memory();
    begin();
    try {
      if (ordered) {
        origin.order();
      }
      long local = shared.buffers().address(place);
      long pointer = worker.get(handle, local, sizeBytes, remote, key(key));
      if (pointer == 0) {
        copies.copyNow(memory, place, destination, offset, sizeBytes);
      } else {
        copies.expect(next(), memory, place, destination, offset, sizeBytes);
      }
      return started(pointer, Kind.GET, remote, sizeBytes);
    } finally {
      end();
    }
  }

  @Override
  public long putList(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    boolean first = true;
    for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
      long from = sourceOffset + at.local();
      long next = put(source, from, remote + at.remote(), key, at.lengthBytes(), first);
      ticket = Math.max(ticket, next);
      first = false;
    }
    return ticket;
  }

  @Override
  public long getList(
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
    return ticket;
  }

  @Override
  public long putSignal(
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      long word,
      RemoteKey wordKey,
      long value) {
    long ticket = put(source, sourceOffset, remote, key, sizeBytes);
    putWord(value, Long.BYTES, word, wordKey);
    return ticket;
  }

  @Override
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    begin();
    try {
      origin.order();
      long number = next();
      Raw.putLong(window.operand(number), value); // its lower bytes come first
      boolean atomic = lengthBytes >= Integer.BYTES && remote % lengthBytes == 0;
      long pointer =
          atomic
              ? worker.atomic(
                  handle,
                  Ucp.UCP_ATOMIC_OP_SWAP,
                  lengthBytes,
                  window.operand(number),
                  window.result(number),
                  remote,
                  key(key))
              : worker.put(handle, window.operand(number), lengthBytes, remote, key(key));
      started(pointer, Kind.WORD, remote, lengthBytes);
    } finally {
      end();
    }
  }

  @Override
  public long getWord(int lengthBytes, long remote, RemoteKey key) {
    ValueSlots values = shared.values();
    int slot = values.take();
    try {
      long ticket =
          getInPlace(remote, key, values.memory(), values.address(slot), lengthBytes, true);
      progress.awaitOrAbandon(ticket, "get");
      return values.value(slot);
    } finally {
      values.giveBack(slot);
    }
  }

  @Override
  public void putWords(long first, long second, long remote, RemoteKey key) {
    putWord(first, Long.BYTES, remote, key);
    putWord(second, Long.BYTES, remote + Long.BYTES, key);
  }

  @Override
  public void putWordAndNotify(long value, long remote, RemoteKey key) {
    putWord(value, Long.BYTES, remote, key);
    message(shared.buffers().memory().address(), 0, UcxInbox.NOTIFICATION);
  }

  @Override
  public long send(long offset, int lengthBytes) {
    return message(shared.buffers().address(offset), lengthBytes, UcxInbox.MESSAGE);
  }

  private long message(long local, int lengthBytes, long tag) {
    begin();
    try {
      origin.order();
      long pointer = worker.send(handle, local, lengthBytes, tag);
      return started(pointer, Kind.MESSAGE, 0, lengthBytes);
    } finally {
      end();
    }
  }

  /** Starts to add to a word; the old value goes nowhere. */
  void add(long remote, RemoteKey key, long delta) {
    begin();
    try {
      origin.order();
      long operand = window.operand(next());
      Raw.putLong(operand, delta);
      long pointer =
          worker.atomic(handle, Ucp.UCP_ATOMIC_OP_ADD, Long.BYTES, operand, 0, remote, key(key));
      started(pointer, Kind.ATOMIC, remote, Long.BYTES);
    } finally {
      end();
    }
  }

  /**
   * Starts to update a word of eight bytes.
   *
   * @param operation one of UCP_ATOMIC_OP_*
   * @param operand of the update; of a swap with a condition, the expected value
   * @param value the new value of a swap with a condition
   * @param result receives the old value
   * @param resultOffset first byte there
   * @return a ticket
   */
  long update(
      int operation,
      long operand,
      long value,
      long remote,
      RemoteKey key,
      MemorySegment result,
      long resultOffset) {
    begin();
    try {
      origin.order();
      long number = next();
      Raw.putLong(window.operand(number), operand);
      Raw.putLong(window.result(number), value);
      long pointer =
          worker.atomic(
              handle,
              operation,
              Long.BYTES,
              window.operand(number),
              window.result(number),
              remote,
              key(key));
      long place = window.place(number) + Long.BYTES;
      if (pointer == 0) {
        MemorySegment.copy(window.words(), place, result, resultOffset, Long.BYTES);
      } else {
        copies.expect(number, window.words(), place, result, resultOffset, Long.BYTES);
      }
      return started(pointer, Kind.ATOMIC, remote, Long.BYTES);
    } finally {
      end();
    }
  }

  @Override
  public boolean isOver(long ticket) {
    return progress.isOver(ticket);
  }

  @Override
  public void awaitOver(long ticket) {
    progress.awaitOver(ticket);
  }

  @Override
  public void flush() {
    long ticket;
    begin();
    try {
      ticket = started(worker.flush(handle), Kind.FENCE, 0, 0);
    } finally {
      end();
    }
    progress.await(ticket, "fence");
  }

  @Override
  public void close() {
    origin.lock();
    try {
      disconnect();
    } finally {
      origin.unlock();
    }
  }
}
