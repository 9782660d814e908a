package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.transport.verbs.RequestLog.Kind;
import org.armci4j.transport.verbs.device.RequestSink;
import org.armci4j.transport.verbs.device.SendRequests;
import org.armci4j.transport.verbs.device.VerbsException;
import org.armci4j.transport.verbs.device.WorkStatus;

/**
 * One reliable connection: posts requests, numbers them, and knows how far they are complete. The
 * numbers are the tickets of the seam: requests of one connection complete in their order, so one
 * number tells all.
 *
 * <p>Never more requests are posted than the queue holds: who finds it full handles completions
 * until there is room. A completion is asked for at every request that somebody will wait for, and
 * else once in a while, which also tells that the ones before are complete.
 *
 * <p>Order at the target: the device carries out writes, sends, reads and atomics of one connection
 * as they were posted, but for one exception (InfiniBand Architecture Specification, volume 1,
 * table "Work Request Operation Ordering"): a write or send may overtake an earlier read or atomic.
 * It then carries the fence flag.
 */
final class Connection {
  /** Requests that one call posts, at most. */
  private static final int CHAIN = 2;

  private static final int INLINE = SendRequests.INLINE;

  /**
   * What the connections of a rank have in common.
   *
   * @param queueDepth requests under way on one connection, a power of two
   * @param signalEvery requests per completion where none is asked for
   * @param inlineBytes longest inline request
   * @param signalsLeft how many more completions the queue that all share has room for
   */
  record Limits(int queueDepth, int signalEvery, int inlineBytes, AtomicInteger signalsLeft) {}

  private final int rank;
  private final RequestSink queuePair;
  private final CompletionPoller poller;
  private final Bootstrap bootstrap;
  private final Limits limits;
  private final String where;
  private final SendRequests chain;
  private final RequestLog log;
  private final Landings landings;

  /** Changed under the monitor, before the device knows; read by whoever polls. */
  private volatile long posted;

  /** Changed by who polls, after the data of reads have landed. */
  private volatile long complete;

  private volatile ArmciException failure;

  // Under the monitor.
  private long next;
  private long signalled;
  private long lastRead;

  /**
   * @param rank the other side
   * @param queuePair connected to it
   * @param where device and port, for messages
   */
  Connection(
      int rank,
      RequestSink queuePair,
      CompletionPoller poller,
      Bootstrap bootstrap,
      Limits limits,
      String where) {
    this.rank = rank;
    this.queuePair = queuePair;
    this.poller = poller;
    this.bootstrap = bootstrap;
    this.limits = limits;
    this.where = where;
    this.chain = new SendRequests(CHAIN, CHAIN, CHAIN * Math.max(Long.BYTES, limits.inlineBytes()));
    this.log = new RequestLog(limits.queueDepth());
    this.landings = new Landings(limits.queueDepth());
  }

  int rank() {
    return rank;
  }

  /** The longest data of {@link #writeInline}. */
  int inlineBytes() {
    return limits.inlineBytes();
  }

  /**
   * Writes registered memory to the other side.
   *
   * @param signal whether somebody will wait for its completion
   * @return its ticket
   */
  synchronized long write(
      long address, int lengthBytes, int key, long remote, int remoteKey, boolean signal) {
    open(1);
    long number = begin(Kind.PUT, remote, lengthBytes);
    chain.write(id(number), remote, remoteKey, flags(number, signal, true));
    chain.segment(address, lengthBytes, key);
    return post();
  }

  /** Writes a few bytes, which are copied before this returns. */
  synchronized void writeInline(
      MemorySegment source, long offset, int lengthBytes, long remote, int remoteKey) {
    open(1);
    long number = begin(Kind.PUT, remote, lengthBytes);
    chain.write(id(number), remote, remoteKey, flags(number, false, true) | INLINE);
    chain.segment(chain.stage(source, offset, lengthBytes), lengthBytes, 0);
    post();
  }

  /** Writes a word. */
  synchronized void writeLong(long value, long remote, int remoteKey) {
    open(1);
    addLong(Kind.SIGNAL, value, remote, remoteKey);
    post();
  }

  /** Writes two words, the second after the first. */
  synchronized void writeLongs(
      long first, long firstRemote, long second, long secondRemote, int remoteKey) {
    open(2);
    addLong(Kind.REPLY, first, firstRemote, remoteKey);
    addLong(Kind.REPLY, second, secondRemote, remoteKey);
    post();
  }

  private void addLong(Kind kind, long value, long remote, int remoteKey) {
    long number = begin(kind, remote, Long.BYTES);
    chain.write(id(number), remote, remoteKey, flags(number, false, true) | INLINE);
    chain.segment(chain.stageLong(value), Long.BYTES, 0);
  }

  /** Writes a word and wakes the other side's helper thread. */
  synchronized void writeLongAndNotify(long value, long remote, int remoteKey) {
    open(1);
    long number = begin(Kind.SIGNAL, remote, Long.BYTES);
    int flags = flags(number, false, true) | INLINE | SendRequests.SOLICITED;
    chain.writeWithImmediate(id(number), remote, remoteKey, 0, flags);
    chain.segment(chain.stageLong(value), Long.BYTES, 0);
    post();
  }

  /** Reads into registered memory. */
  synchronized long read(long address, int lengthBytes, int key, long remote, int remoteKey) {
    open(1);
    return addRead(address, lengthBytes, key, remote, remoteKey);
  }

  /** Reads into a registered buffer; the data are copied to their target before it is complete. */
  synchronized long readAndLand(
      CopyRing ring,
      long place,
      int lengthBytes,
      long remote,
      int remoteKey,
      MemorySegment target,
      long targetOffset) {
    open(1);
    landings.expect(posted + 1, ring.memory(), place, target, targetOffset, lengthBytes);
    return addRead(ring.address(place), lengthBytes, ring.localKey(), remote, remoteKey);
  }

  private long addRead(long address, int lengthBytes, int key, long remote, int remoteKey) {
    long number = begin(Kind.GET, remote, lengthBytes);
    chain.read(id(number), remote, remoteKey, flags(number, true, false));
    chain.segment(address, lengthBytes, key);
    lastRead = number;
    return post();
  }

  /** Adds to a word; its old value goes to {@code address}. */
  synchronized long fetchAdd(long address, int key, long remote, int remoteKey, long operand) {
    open(1);
    return addFetchAdd(address, key, remote, remoteKey, operand);
  }

  /** The same; the old value is copied to its target before it is complete. */
  synchronized long fetchAddAndLand(
      CopyRing ring,
      long place,
      long remote,
      int remoteKey,
      long operand,
      MemorySegment target,
      long targetOffset) {
    open(1);
    landings.expect(posted + 1, ring.memory(), place, target, targetOffset, Long.BYTES);
    return addFetchAdd(ring.address(place), ring.localKey(), remote, remoteKey, operand);
  }

  private long addFetchAdd(long address, int key, long remote, int remoteKey, long operand) {
    long number = begin(Kind.ATOMIC, remote, Long.BYTES);
    chain.fetchAdd(id(number), remote, remoteKey, operand, flags(number, true, false));
    chain.segment(address, Long.BYTES, key);
    lastRead = number;
    return post();
  }

  /** Replaces a word if it holds the expected value; its old value goes to {@code address}. */
  synchronized long compareAndSwap(
      long address, int key, long remote, int remoteKey, long expected, long value) {
    open(1);
    return addCompareAndSwap(address, key, remote, remoteKey, expected, value);
  }

  /** The same; the old value is copied to its target before it is complete. */
  synchronized long compareAndSwapAndLand(
      CopyRing ring,
      long place,
      long remote,
      int remoteKey,
      long expected,
      long value,
      MemorySegment target,
      long targetOffset) {
    open(1);
    landings.expect(posted + 1, ring.memory(), place, target, targetOffset, Long.BYTES);
    return addCompareAndSwap(
        ring.address(place), ring.localKey(), remote, remoteKey, expected, value);
  }

  private long addCompareAndSwap(
      long address, int key, long remote, int remoteKey, long expected, long value) {
    long number = begin(Kind.ATOMIC, remote, Long.BYTES);
    int flags = flags(number, true, false);
    chain.compareAndSwap(id(number), remote, remoteKey, expected, value, flags);
    chain.segment(address, Long.BYTES, key);
    lastRead = number;
    return post();
  }

  /** Sends registered memory as a message to the other side's helper thread. */
  synchronized long send(long address, int lengthBytes, int key) {
    open(1);
    long number = begin(Kind.REQUEST, 0, lengthBytes);
    chain.send(id(number), flags(number, false, true) | SendRequests.SOLICITED);
    chain.segment(address, lengthBytes, key);
    return post();
  }

  /** Waits until all that has been posted so far is carried out at the other side. */
  void flush() {
    long last = posted;
    if (last <= complete) {
      return;
    }
    synchronized (this) {
      last = posted;
      if (last > signalled) {
        open(1);
        long number = begin(Kind.FENCE, 0, 0);
        chain.write(id(number), 0, 0, flags(number, true, false));
        last = post();
      }
    }
    await(last, "fence");
  }

  // Tickets.

  /** Throws if the connection has failed. */
  void check() {
    throwIfFailed();
  }

  /** Whether a request is complete; throws when it never will be. */
  boolean isComplete(long number) {
    if (complete >= number) {
      return true;
    }
    throwIfFailed();
    return false;
  }

  /** Whether the device has done with a request's buffers. */
  boolean isOver(long number) {
    return complete >= number || failure != null;
  }

  /** Waits for {@link #isOver}. */
  void awaitOver(long number) {
    if (isOver(number)) {
      return;
    }
    nudge(number);
    Patience patience = patience("a transfer");
    while (!isOver(number)) {
      if (!poller.poll()) {
        patience.pause();
      }
    }
  }

  /** Waits until a request is complete. */
  void await(long number, String operation) {
    if (complete >= number) {
      return;
    }
    for (int look = 0; look < Patience.LOOKS; look++) {
      if (isComplete(number)) {
        return;
      }
      if (!poller.poll()) {
        Thread.onSpinWait();
      }
    }
    awaitPatiently(number, operation);
  }

  private void awaitPatiently(long number, String operation) {
    Patience patience = patience(operation);
    while (!isComplete(number)) {
      if (!poller.poll()) {
        patience.pause();
      }
    }
  }

  /** Sees to it that the completion of a request will be told, though none was asked for. */
  private synchronized void nudge(long number) {
    if (number > signalled && failure == null) {
      open(1);
      long nudge = begin(Kind.FENCE, 0, 0);
      chain.write(id(nudge), 0, 0, flags(nudge, true, false));
      post();
    }
  }

  private Patience patience(String operation) {
    return new Patience(
        bootstrap,
        () -> "%s, rank %d through %s".formatted(operation, rank, where),
        Long.MAX_VALUE);
  }

  /** What is under way, in words; empty when nothing is. */
  String underWay() {
    long last = posted;
    long done = complete;
    ArmciException seen = failure;
    if (seen != null) {
      return seen.getMessage();
    }
    return last == done
        ? ""
        : "%d requests to rank %d through %s are not complete; the oldest is a %s"
            .formatted(last - done, rank, where, log.describe(done + 1));
  }

  // Under the monitor: building and posting a chain.

  private void open(int requests) {
    throwIfFailed();
    if (posted + requests - complete > limits.queueDepth()) {
      awaitRoom(requests);
    }
    chain.clear();
    next = posted;
  }

  private void awaitRoom(int requests) {
    Patience patience = patience("room in the queue");
    while (posted + requests - complete > limits.queueDepth()) {
      throwIfFailed();
      if (!poller.poll()) {
        patience.pause();
      }
    }
  }

  private long begin(Kind kind, long remote, int lengthBytes) {
    long number = ++next;
    log.put(number, kind, remote, lengthBytes);
    return number;
  }

  private long id(long number) {
    return CompletionPoller.requestId(rank, number);
  }

  private int flags(long number, boolean signal, boolean overtakes) {
    int flags = overtakes && lastRead > complete ? SendRequests.FENCE : 0;
    if (signal || number - signalled >= limits.signalEvery()) {
      signalled = number;
      flags |= SendRequests.SIGNALLED;
      takeSignal();
    }
    return flags;
  }

  /** The queue of completions that all connections share must never run over. */
  private void takeSignal() {
    if (limits.signalsLeft().decrementAndGet() < 0) {
      Patience patience = patience("room in the completion queue");
      while (limits.signalsLeft().get() < 0) {
        throwIfFailed();
        if (!poller.poll()) {
          patience.pause();
        }
      }
    }
  }

  private long post() {
    posted = next;
    try {
      queuePair.post(chain);
    } catch (VerbsException refused) {
      fail("%s was refused: %s".formatted(log.describe(next), refused.getMessage()));
      throwIfFailed();
    }
    return next;
  }

  // From who polls.

  /**
   * A request is complete, and all before it. Reading {@code posted} first orders what was written
   * before the request was posted, landings above all, before what is read here.
   *
   * @param low the low bits of its number
   * @param mask which bits those are
   */
  void completed(long low, long mask) {
    if (posted == 0) {
      throw new IllegalStateException("completion of a request that was not posted");
    }
    long number = complete + ((low - complete) & mask);
    landings.land(complete, number);
    complete = number;
    limits.signalsLeft().incrementAndGet();
  }

  /** A request ended in error, and so does every later one. The first is the one that tells why. */
  void failed(long low, long mask, int status, int vendorError) {
    long number = complete + ((low - complete) & mask);
    fail(
        "%s ended with %s, vendor error %d"
            .formatted(log.describe(number), WorkStatus.text(status), vendorError));
    limits.signalsLeft().incrementAndGet();
  }

  private void fail(String reason) {
    if (failure == null) {
      failure =
          new ArmciException(
              "rank %d lost its connection to rank %d through %s: %s"
                  .formatted(bootstrap.rank(), rank, where, reason));
      poller.fail(failure);
    }
  }

  private void throwIfFailed() {
    ArmciException seen = failure;
    if (seen != null) {
      throw new ArmciException(seen.getMessage(), seen);
    }
  }
}
