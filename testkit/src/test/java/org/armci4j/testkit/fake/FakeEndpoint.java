package org.armci4j.testkit.fake;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.HelperTurn;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SegmentCursor;
import org.armci4j.transport.network.WordAtomics;
import org.armci4j.transport.verbs.path.PathEndpoint;
import org.armci4j.waiting.Condition;

/**
 * A rank behind the fake network. Data of a put are read when it is carried out, or, by chance and
 * when they are short, at once or through the bounce buffers; a get reaches its destination only
 * when it is told of.
 */
final class FakeEndpoint implements PathEndpoint {
  private static final int COPIED_BYTES = 2048;
  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final VarHandle INT = JAVA_INT.varHandle();
  static final MemorySegment EVERYTHING = everything();
  private static final Condition<FakeEndpoint> HAS_ROOM = (endpoint, _, _) -> endpoint.hasRoom();

  private final FakeNetwork network;
  private final int target;
  private final long number;
  private final EndpointProgress progress;
  private final PendingCopies copies;
  private final CompletionWindow window;
  private final WordAtomics atomics;
  private final ReentrantLock lock = new ReentrantLock();
  private final Held held = lock::unlock;
  private final HelperTurn turn;

  /** Started and not yet carried out; guarded by itself, as is carrying them out. */
  private final Queue<FakeOperation> queue = new ArrayDeque<>();

  /** Whether the operation at the end of the queue waits for another; guarded by the queue. */
  private boolean withheld;

  private final boolean further;
  private final int faultEvery;

  /** The end of a first path that goes on after a fault; else null. */
  private final FakeEnd end;

  private volatile FakeEndpoint otherSide;
  private volatile boolean closed;

  /**
   * @param failures learns of this end's failure
   * @param further whether it is that of a further path
   * @param faultEvery of so many operations one fails; 0 for none. The first path has another way
   *     then
   */
  FakeEndpoint(
      FakeNetwork network,
      int target,
      boolean atomics,
      NetworkFailure failures,
      boolean further,
      int faultEvery) {
    this.further = further;
    this.faultEvery = faultEvery;
    this.end = further || faultEvery == 0 ? null : new FakeEnd(network, this, faultEvery);
    this.network = network;
    this.target = target;
    this.number = network.fabric().add(this);
    this.copies = new PendingCopies(network.depth());
    this.window = new CompletionWindow(network.depth());
    this.progress =
        new EndpointProgress(
            network.rank(),
            target,
            FakeProvider.NAME,
            failures,
            network.waiter(),
            ticket -> "operation " + ticket,
            copies,
            this::close);
    this.turn = new HelperTurn(progress);
    this.atomics = atomics ? new FakeAtomics(this) : null;
  }

  @SuppressWarnings("restricted") // the wire reads memory of any thread's, as devices do
  private static MemorySegment everything() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  @Override
  public byte[] address() {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  @Override
  public void connect(byte[] address) {
    otherSide = network.fabric().endpoint(ByteBuffer.wrap(address).getLong());
  }

  FakeEnd end() {
    return end;
  }

  FakeEndpoint otherSide() {
    return otherSide;
  }

  /** Whether there is room for one more message. */
  boolean hasReceives() {
    return network.ownInbox().hasRoom();
  }

  /** Whether nothing is to be sent any more. */
  boolean isOver() {
    return closed || progress.hasFailed();
  }

  @Override
  public EndpointProgress progress() {
    return progress;
  }

  @Override
  public WordAtomics atomics() {
    return atomics;
  }

  /** Holds the lock until it is closed. */
  private interface Held extends AutoCloseable {
    @Override
    void close();
  }

  private Held hold() {
    if (!lock.isHeldByCurrentThread()) {
      turn.letPass();
    }
    lock.lock();
    return held;
  }

  /** By chance refuses what could be done. */
  @Override
  public boolean beginTurn(int operations) {
    progress.check();
    if (!network.chance().oneIn(4) && lock.tryLock()) {
      if (progress.started() - progress.complete() + operations <= network.depth()) {
        turn.take();
        return true;
      }
      lock.unlock();
    }
    turn.claim();
    return false;
  }

  @Override
  public void endTurn() {
    lock.unlock();
  }

  private boolean hasRoom() {
    progress.check();
    return room() > 0;
  }

  private int room() {
    return network.depth() - (int) (progress.started() - progress.complete());
  }

  /** By chance fewer than there is room for. */
  @Override
  public int tryBegin(int most, boolean reads) {
    if (network.chance().oneIn(4) || lock.isHeldByCurrentThread() || !lock.tryLock()) {
      return 0;
    }
    int begun = turn.isClaimed() || progress.hasFailed() ? 0 : Math.min(most, room());
    if (begun <= 0) {
      lock.unlock();
      return 0;
    }
    return 1 + network.chance().below(begun);
  }

  @Override
  public int copyPieceBytes() {
    return COPIED_BYTES;
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get) {
    return !InPlace.suits(local);
  }

  @Override
  public boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get) {
    return !InPlace.suits(local);
  }

  /** Waits for room and takes the next ticket; the caller holds the lock. */
  private long nextTicket() {
    progress.await(HAS_ROOM, this, 0, 0, "room in the queue");
    return progress.started() + 1;
  }

  /** Starts an operation; the caller holds the lock. */
  private long start(long ticket, FakeOperation operation) {
    progress.start(ticket, ticket);
    if (end == null) {
      synchronized (queue) {
        queue.add(operation);
        withheld = operation.isGet() && network.holdsGetOf(operation.sizeBytes());
      }
    } else {
      end.start(operation);
    }
    if (network.chance().oneIn(2)) {
      carryOut(Integer.MAX_VALUE);
    }
    if (hasQueued()) {
      network.wakeWire();
    }
    return ticket;
  }

  boolean hasQueued() {
    if (end != null) {
      return end.hasQueued();
    }
    synchronized (queue) {
      return !queue.isEmpty() && !isWithheld();
    }
  }

  private boolean isWithheld() {
    return withheld && queue.size() == 1;
  }

  /** Carries out so many operations at most, in their order. */
  void carryOut(int most) {
    if (end != null) {
      end.send(most);
      return;
    }
    FakeEndpoint there = otherSide;
    if (there == null || network.isDead()) {
      return; // the wire knows this end already, but it is not connected yet
    }
    synchronized (queue) {
      failIfDead(there);
      if (network.isSlow(target) && there.network.ownInbox().isHeld()) {
        return;
      }
      for (int i = 0; i < most && !queue.isEmpty() && !isWithheld(); i++) {
        if (queue.peek().needsReceive() && !there.network.ownInbox().hasRoom()) {
          return;
        }
        FakeOperation next = queue.remove();
        if (!further && network.drawsFault()) {
          fail(next, "an invented fault");
        }
        if (faultEvery > 0 && !progress.hasFailed() && network.chance().oneIn(faultEvery)) {
          failPath(next);
        }
        if (closed || progress.hasFailed()) {
          queue.clear();
        } else if (!there.network.isDead()) {
          next.carryOut(network.fabric());
          network.carriedOut(next);
        }
      }
    }
  }

  /** By chance not yet: the news of the death may come first. */
  private void failIfDead(FakeEndpoint there) {
    if (there.network.isDead() && !queue.isEmpty() && !isOver() && network.chance().oneIn(2)) {
      fail(queue.peek(), "the other side has died");
    }
  }

  /**
   * By chance what a put carries is still on its way, and arrives as long as the other side takes
   * it.
   */
  private void failPath(FakeOperation operation) {
    if (operation.isPut() && network.chance().oneIn(2)) {
      MemorySegment data = MemorySegment.ofArray(new byte[(int) operation.sizeBytes()]);
      operation.move(data);
      FakeEndpoint to = otherSide;
      network.later(() -> to.takeLate(operation, data));
    }
    fail(operation, "an invented fault of a path");
  }

  private void takeLate(FakeOperation operation, MemorySegment data) {
    synchronized (queue) {
      if (!closed) {
        operation.atPlace(network.fabric(), there -> there.copyFrom(data));
      }
    }
  }

  void fail(FakeOperation operation, String reason) {
    fail(operation + ": " + reason);
  }

  void fail(String reason) {
    progress.fail(reason);
  }

  void complete(FakeOperation operation, long ticket) {
    if (end != null) {
      end.told(operation);
    }
    if (!progress.hasFailed()) {
      copies.copy(ticket - 1, ticket);
      progress.completeUpTo(window.complete(ticket, progress.started()));
    }
  }

  @Override
  public long transfer(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    return get
        ? get(remote, key, local, offset, sizeBytes)
        : put(local, offset, remote, key, sizeBytes);
  }

  private long put(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, long sizeBytes) {
    network.puts(sizeBytes);
    boolean suits = InPlace.suits(source);
    // In a turn of the helper thread nothing waits for room in buffers.
    boolean mayNotWait = lock.isHeldByCurrentThread();
    if (suits && (sizeBytes > COPIED_BYTES || mayNotWait || network.chance().oneIn(3))) {
      return putLater(source, sourceOffset, remote, key, sizeBytes);
    }
    if (sizeBytes > COPIED_BYTES || network.chance().oneIn(2)) {
      MemorySegment copy = MemorySegment.ofArray(new byte[(int) sizeBytes]);
      MemorySegment.copy(source, sourceOffset, copy, 0, sizeBytes);
      putLater(copy, 0, remote, key, sizeBytes);
      return RemoteBlock.COMPLETE;
    }
    BounceBuffers buffers = network.buffers();
    long place = buffers.take(progress, source, sourceOffset, (int) sizeBytes);
    try {
      buffers.commit(progress, putLater(buffers.memory(), place, remote, key, sizeBytes));
    } finally {
      buffers.unlock();
    }
    return RemoteBlock.COMPLETE;
  }

  private long putLater(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, long sizeBytes) {
    try (Held _ = hold()) {
      // The caller's segment may belong to its thread alone.
      boolean isNative = source.isNative();
      MemorySegment from = isNative ? EVERYTHING : source;
      long at = isNative ? source.address() + sourceOffset : sourceOffset;
      return start(
          "put", remote, key, sizeBytes, to -> MemorySegment.copy(from, at, to, 0, sizeBytes));
    }
  }

  /** Starts an operation that moves data; the caller holds the lock. */
  private long start(
      String name, long remote, RemoteKey key, long sizeBytes, Consumer<MemorySegment> move) {
    long registration = ((FakeRemoteKey) key).use(target);
    long ticket = nextTicket();
    return start(
        ticket,
        new FakeOperation(this, name, ticket, remote, registration, sizeBytes) {
          @Override
          void move(MemorySegment there) {
            move.accept(there);
          }
        });
  }

  /**
   * The data come into a buffer, and from there to their destination when it is told of; or, by
   * chance and where that may be, straight to its address.
   */
  private long get(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    try (Held _ = hold()) {
      boolean certain = network.holdsGetOf(sizeBytes);
      if (InPlace.suits(destination) && (certain || network.chance().oneIn(2))) {
        return getInPlace(remote, key, destination, destinationOffset, sizeBytes);
      }
      MemorySegment arrived = MemorySegment.ofArray(new byte[(int) sizeBytes]);
      long ticket = nextTicket();
      copies.expect(ticket, arrived, 0, destination, destinationOffset, (int) sizeBytes);
      return start(
          "get",
          remote,
          key,
          sizeBytes,
          from -> MemorySegment.copy(from, 0, arrived, 0, sizeBytes));
    }
  }

  /** As a device does, which asks no arena. The segment is kept, for the sake of automatic ones. */
  private long getInPlace(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    long address = destination.address() + destinationOffset;
    return start(
        "get",
        remote,
        key,
        sizeBytes,
        from -> {
          try {
            MemorySegment.copy(from, 0, EVERYTHING, address, sizeBytes);
          } finally {
            Reference.reachabilityFence(destination);
          }
        });
  }

  @Override
  public long transferList(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    long ticket = RemoteBlock.COMPLETE;
    for (SegmentCursor at = new SegmentCursor(list); at.hasSegment(); at.advance()) {
      long here = offset + at.local();
      long next = transfer(get, local, here, remote + at.remote(), key, at.lengthBytes());
      ticket = Math.max(ticket, next);
    }
    return ticket;
  }

  @Override
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    try (Held _ = hold()) {
      start("word", remote, key, lengthBytes, to -> write(to, value, lengthBytes));
    }
  }

  private static void write(MemorySegment to, long value, int lengthBytes) {
    boolean aligned = to.address() % lengthBytes == 0;
    if (aligned && lengthBytes == Long.BYTES) {
      LONG.setRelease(to, 0L, value);
    } else if (aligned && lengthBytes == Integer.BYTES) {
      INT.setRelease(to, 0L, (int) value);
    } else {
      long[] bytes = {value}; // the lower ones come first
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, to, 0, lengthBytes);
    }
  }

  @Override
  public void putWords(long first, long second, long remote, RemoteKey key) {
    try (Held _ = hold()) {
      putWord(first, Long.BYTES, remote, key);
      putWord(second, Long.BYTES, remote + Long.BYTES, key);
    }
  }

  @Override
  public void putWordAndNotify(long value, long remote, RemoteKey key) {
    notify(value, remote, key, FakeInbox.NOTIFICATION);
  }

  /** As {@link #putWordAndNotify}, of an answer. */
  void putAnswer(long value, long remote, RemoteKey key) {
    notify(value, remote, key, FakeInbox.ANSWER);
  }

  private void notify(long value, long remote, RemoteKey key, MemorySegment notice) {
    try (Held _ = hold()) {
      start(
          "notification",
          remote,
          key,
          Long.BYTES,
          to -> {
            write(to, value, Long.BYTES);
            otherSide.network.ownInbox().add(notice);
          });
    }
  }

  @Override
  public long send(long offset, int lengthBytes) {
    try (Held _ = hold()) {
      return send(network.buffers().memory().asSlice(offset, lengthBytes));
    }
  }

  /** The same with a message that lies elsewhere, if that can be done at once; by chance not. */
  boolean trySend(MemorySegment memory, int lengthBytes) {
    if (network.chance().oneIn(4) || lock.isHeldByCurrentThread() || !lock.tryLock()) {
      return false;
    }
    try {
      if (turn.isClaimed() || !hasRoom()) {
        return false;
      }
      send(memory.asSlice(0, lengthBytes));
      return true;
    } finally {
      lock.unlock();
    }
  }

  private long send(MemorySegment message) {
    if (network.sendsAtOnce() && hasSentAtOnce(message)) {
      return RemoteBlock.COMPLETE;
    }
    long ticket = nextTicket();
    return start(
        ticket,
        new FakeOperation(this, "request to the helper", ticket, 0, 0, message.byteSize()) {
          @Override
          boolean needsReceive() {
            return true;
          }

          @Override
          void carryOut(FakeFabric fabric) {
            move(message);
          }

          @Override
          void move(MemorySegment from) {
            deliver(from);
          }
        });
  }

  private boolean hasSentAtOnce(MemorySegment message) {
    synchronized (queue) {
      if (!queue.isEmpty() || isOver() || network.isDead() || otherSide.network.isDead()) {
        return false;
      }
      deliver(message);
      return true;
    }
  }

  /** A message begins at a multiple of eight, as buffers of devices do. */
  private void deliver(MemorySegment message) {
    int words = Math.ceilDiv((int) message.byteSize(), Long.BYTES);
    MemorySegment copy = MemorySegment.ofArray(new long[words]);
    MemorySegment.copy(message, 0, copy, 0, message.byteSize());
    otherSide.network.ownInbox().add(copy);
  }

  /** Updates a word of eight bytes as one step to every other such update. */
  void add(long remote, RemoteKey key, long delta) {
    try (Held _ = hold()) {
      startUpdate(remote, key, value -> value + delta, MemorySegment.ofArray(new long[1]));
    }
  }

  /** The same; the old value reaches its destination when the update is told of. */
  long update(
      long remote, RemoteKey key, LongUnaryOperator after, MemorySegment result, long offset) {
    try (Held _ = hold()) {
      MemorySegment before = MemorySegment.ofArray(new long[1]);
      copies.expect(nextTicket(), before, 0, result, offset, Long.BYTES);
      return startUpdate(remote, key, after, before);
    }
  }

  private long startUpdate(
      long remote, RemoteKey key, LongUnaryOperator after, MemorySegment before) {
    return start(
        "atomic update",
        remote,
        key,
        Long.BYTES,
        word -> {
          synchronized (network.fabric().atomics()) {
            long value = (long) LONG.getAcquire(word, 0L);
            before.set(JAVA_LONG, 0, value);
            LONG.setRelease(word, 0L, after.applyAsLong(value));
          }
        });
  }

  @Override
  public long probe() {
    try (Held _ = hold()) {
      long ticket = nextTicket();
      return start(
          ticket,
          new FakeOperation(this, "probe", ticket, 0, 0, 0) {
            @Override
            void carryOut(FakeFabric fabric) {}

            @Override
            void move(MemorySegment there) {}
          });
    }
  }

  @Override
  public void flush() {
    progress.await(progress.started(), "fence");
  }

  @Override
  public void close() {
    closed = true;
    if (end != null) {
      end.end();
    }
    synchronized (queue) { // also waits for the operation that is being carried out
      queue.clear();
    }
  }
}
