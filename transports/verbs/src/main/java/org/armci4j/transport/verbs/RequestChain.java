package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.verbs.RequestLog.Kind;
import org.armci4j.transport.verbs.device.RequestSink;
import org.armci4j.transport.verbs.device.SendRequests;
import org.armci4j.transport.verbs.device.VerbsException;

/**
 * The requests that a connection posts together: they are added one by one, numbered, and posted
 * with one call of the device. A chain that is full is posted on the way. Used under the
 * connection's lock, from {@link #begin} to {@link #post}.
 *
 * <p>Never more requests are posted than the queue holds: a thread that finds it full handles
 * completions until there is room. A completion is asked for at every request that somebody will
 * wait for, and else once in a while, which also tells that the ones before are complete.
 *
 * <p>Order at the target: the device carries out writes, sends, reads and atomics of one connection
 * as they were posted, but for one exception (InfiniBand Architecture Specification, volume 1,
 * table "Work Request Operation Ordering"): a write or send may overtake an earlier read or atomic.
 * It then carries the fence flag. Where the device cannot be trusted with that, the origin waits
 * for the read or atomic instead, and before an atomic for earlier writes and sends. Linux's
 * rdma_rxe is such a device: once it has to send requests again, a fenced one waits for a read
 * behind it, forever (seen in versions 6.1 and 6.12), and the acknowledgement of a write that
 * arrived twice completes the atomic behind it, whose old value may not have come (seen in 6.1).
 */
final class RequestChain {
  /** How many segments of one request there is room for, on average. */
  private static final int SEGMENTS_EACH = 4;

  /** Room for the data of inline requests. */
  private static final int STAGING_BYTES = 2048;

  private static final int INLINE = SendRequests.INLINE;
  private static final int SIGNALLED = SendRequests.SIGNALLED;

  private final int index;
  private final RequestSink queuePair;
  private final ConnectionLimits limits;
  private final RequestLog log;
  private final PendingCopies copies;
  private final EndpointProgress progress;
  private final RequestProgress requests;
  private final KeyedBuffers buffers;
  private final SendRequests chain;
  private long next;
  private long signalled;

  /** The latest read or atomic. */
  private long lastRead;

  /** The latest write or send. */
  private long lastWrite;

  private long fenced;
  private long betweenFences;

  /** Where a segment would continue the latest request at the other side; 0 if none can. */
  private long segmentsEnd;

  /** The same where its data are inline. */
  private long inlineEnd;

  /**
   * @param index of the connection
   * @param queuePair connected to the other side
   * @param log what the requests are
   * @param copies what must be copied before a request is complete
   * @param progress of the endpoint
   * @param requests how far they have come
   * @param buffers through which data are copied
   */
  RequestChain(
      int index,
      RequestSink queuePair,
      ConnectionLimits limits,
      RequestLog log,
      PendingCopies copies,
      EndpointProgress progress,
      RequestProgress requests,
      KeyedBuffers buffers) {
    this.index = index;
    this.queuePair = queuePair;
    this.limits = limits;
    this.log = log;
    this.copies = copies;
    this.progress = progress;
    this.requests = requests;
    this.buffers = buffers;
    int room = Math.min(limits.chain(), limits.queueDepth() / 2);
    this.chain =
        new SendRequests(
            room,
            Math.max(SEGMENTS_EACH * room, limits.maxSegments()),
            Math.max(STAGING_BYTES, limits.inlineBytes()));
  }

  /** Begins; returns this. */
  RequestChain begin() {
    progress.check();
    chain.clear();
    next = progress.started();
    endRequest();
    return this;
  }

  /** Begins one that consists of an atomic; returns this. */
  RequestChain beginAtomic() {
    begin();
    if (limits.waitsForOrder()) {
      await(lastWrite);
    }
    return this;
  }

  /** Whether an atomic would wait for an earlier write. */
  boolean atomicWouldWait() {
    return limits.waitsForOrder() && lastWrite > progress.complete();
  }

  /**
   * Whether data that are copied must have a completion of their own: those of which none tells
   * keep their buffers, of which a target has half at most.
   */
  boolean mustTell(int copiedBytes) {
    return 4L * limits.signalEvery() * copiedBytes > buffers.memory().byteSize();
  }

  /** Has the completion of all writes be told, for which there is room for one request. */
  void tellOfWrites() {
    if (!willBeTold(lastWrite)) {
      addNothing();
      post();
    }
  }

  /** Whether a write or send would wait for an earlier read. */
  boolean wouldWaitForOrder() {
    return limits.waitsForOrder() && lastRead > progress.complete();
  }

  /** For how many requests the queue has room. */
  int room() {
    return (int) (limits.queueDepth() - progress.started() + progress.complete());
  }

  /** Whether there is room for so many requests: then room for their completions is taken. */
  boolean tryReserve(int more) {
    return progress.started() + more - progress.complete() <= limits.queueDepth()
        && requests.tryReserve(more);
  }

  /** Adds a write of registered memory. */
  void addWrite(
      long address, int lengthBytes, int key, long remote, int remoteKey, boolean signal) {
    long number = nextWrite(Kind.PUT, remote, lengthBytes);
    chain.write(id(number), remote, remoteKey, writeFlags(number, signal));
    chain.segment(address, lengthBytes, key);
    segmentsEnd = remote + lengthBytes;
  }

  /**
   * Writes one more segment with the request that was added last, if that was a write or read of
   * the same kind, ends where this one begins at the other side, and has room.
   *
   * @param maxBytes the longest request
   * @return whether it did
   */
  boolean extend(long address, int lengthBytes, int key, long remote, long maxBytes) {
    if (segmentsEnd != remote
        || chain.segmentsOfLast() == limits.maxSegments()
        || chain.remainingSegments() == 0
        || log.lengthBytes(next) + lengthBytes > maxBytes) {
      return false;
    }
    chain.segment(address, lengthBytes, key);
    log.lengthen(next, lengthBytes);
    segmentsEnd = remote + lengthBytes;
    return true;
  }

  /** Adds a write of a few bytes, copied here, or lengthens the last such one that it continues. */
  void addInline(MemorySegment source, long offset, int lengthBytes, long remote, int remoteKey) {
    if (inlineEnd == remote
        && log.lengthBytes(next) + lengthBytes <= limits.inlineBytes()
        && chain.remainingStagingBytes() >= lengthBytes) {
      chain.lengthenStaged(source, offset, lengthBytes);
      log.lengthen(next, lengthBytes);
    } else {
      long number = nextWrite(Kind.PUT, remote, lengthBytes);
      chain.write(id(number), remote, remoteKey, writeFlags(number, false) | INLINE);
      chain.segment(chain.stage(source, offset, lengthBytes), lengthBytes, 0);
    }
    inlineEnd = remote + lengthBytes;
  }

  /**
   * Writes one more word with the request that was added last, if that is inline, ends where the
   * word is, and has room.
   *
   * @return whether it did
   */
  boolean extend(long value, long remote) {
    if (inlineEnd != remote
        || log.lengthBytes(next) + Long.BYTES > limits.inlineBytes()
        || chain.remainingStagingBytes() < Long.BYTES) {
      return false;
    }
    chain.lengthenStaged(value);
    log.lengthen(next, Long.BYTES);
    endRequest();
    return true;
  }

  /** Adds a write of a word, of its lower bytes if it is shorter than eight. */
  void addWord(Kind kind, long value, int lengthBytes, long remote, int remoteKey, boolean signal) {
    long number = nextWrite(kind, remote, lengthBytes);
    chain.write(id(number), remote, remoteKey, writeFlags(number, signal) | INLINE);
    long staged = lengthBytes == Long.BYTES ? chain.stageLong(value) : chain.stageInt((int) value);
    chain.segment(staged, lengthBytes, 0);
  }

  /** Adds the write of a word that also wakes the other side's helper thread. */
  void addWordAndNotify(long value, int notice, long remote, int remoteKey, boolean signal) {
    long number = nextWrite(Kind.SIGNAL, remote, Long.BYTES);
    int flags = writeFlags(number, signal) | INLINE | SendRequests.SOLICITED;
    chain.writeWithImmediate(id(number), remote, remoteKey, notice, flags);
    chain.segment(chain.stageLong(value), Long.BYTES, 0);
  }

  /** Adds an addition to a word; its old value goes to {@code address}. */
  void addFetchAdd(long address, int key, long remote, int remoteKey, long operand) {
    long number = next(Kind.ATOMIC, remote, Long.BYTES);
    chain.fetchAdd(id(number), remote, remoteKey, operand, flags(number, true));
    chain.segment(address, Long.BYTES, key);
    lastRead = number;
  }

  /** Adds a compare and swap of a word; its old value goes to {@code address}. */
  void addCompareAndSwap(
      long address, int key, long remote, int remoteKey, long expected, long value) {
    long number = next(Kind.ATOMIC, remote, Long.BYTES);
    int flags = flags(number, true);
    chain.compareAndSwap(id(number), remote, remoteKey, expected, value, flags);
    chain.segment(address, Long.BYTES, key);
    lastRead = number;
  }

  /** Adds a message of registered memory to the other side's helper thread. */
  void addSend(long address, int lengthBytes, int key) {
    long number = nextWrite(Kind.REQUEST, 0, lengthBytes);
    chain.send(id(number), writeFlags(number, false) | SendRequests.SOLICITED);
    chain.segment(address, lengthBytes, key);
  }

  /** Adds a request that moves nothing, whose completion tells of all before it. */
  void addNothing() {
    long number = next(Kind.FENCE, 0, 0);
    chain.write(id(number), 0, 0, flags(number, true));
    lastWrite = number;
  }

  /** Whether the completion of a request will be told by that of another one at the latest. */
  boolean willBeTold(long number) {
    return number <= signalled;
  }

  /**
   * The rank waits for all that was posted: learns how many requests lie between two such waits.
   *
   * @param before the latest request before the wait
   * @param last the latest now; another one if the wait needed one of its own
   */
  void fenced(long before, long last) {
    betweenFences = before - fenced;
    fenced = last;
  }

  /** Adds a read into registered memory. */
  void addRead(long address, int lengthBytes, int key, long remote, int remoteKey, boolean signal) {
    long number = next(Kind.GET, remote, lengthBytes);
    chain.read(id(number), remote, remoteKey, flags(number, signal));
    chain.segment(address, lengthBytes, key);
    lastRead = number;
    segmentsEnd = remote + lengthBytes;
  }

  /** Adds a read into a registered buffer, from where the data are copied before it is complete. */
  void addReadAndCopy(
      long place,
      int lengthBytes,
      long remote,
      int remoteKey,
      MemorySegment target,
      long targetOffset) {
    expectCopy(place, lengthBytes, target, targetOffset);
    addRead(buffers.address(place), lengthBytes, buffers.localKey(), remote, remoteKey, false);
  }

  /** The next request's data or old value are copied to their target before it is complete. */
  void expectCopy(long place, int lengthBytes, MemorySegment target, long targetOffset) {
    makeRoom(); // the place in the table may be that of a request under way
    copies.expect(next + 1, buffers.memory(), place, target, targetOffset, lengthBytes);
  }

  /** Asks for a completion of the request that was added last. */
  void signalLast() {
    if (signalled < next) {
      signalled = next;
      requests.takeCompletion();
      chain.addFlags(SIGNALLED);
    }
  }

  /**
   * Posts what has been added.
   *
   * @return the ticket of the last request
   */
  long post() {
    endRequest();
    if (chain.count() > 0) {
      progress.start(next, signalled);
      try {
        queuePair.post(chain);
      } catch (VerbsException refused) {
        requests.refused(next, refused.getMessage());
        progress.check();
      }
      chain.clear();
    }
    return next;
  }

  /** Sees to it that one more request fits into the chain and into the queue. */
  private void makeRoom() {
    boolean queueFull = next + 1 - progress.complete() > limits.queueDepth();
    if (queueFull
        || chain.remainingRequests() == 0
        || chain.remainingSegments() == 0
        || chain.remainingStagingBytes() < Math.max(Long.BYTES, limits.inlineBytes())) {
      post();
    }
    if (queueFull) {
      requests.awaitAtMost(limits.queueDepth() - 1, next);
    }
  }

  private long next(Kind kind, long remote, int lengthBytes) {
    makeRoom();
    long number = ++next;
    log.put(number, kind, remote, lengthBytes);
    endRequest();
    return number;
  }

  private long nextWrite(Kind kind, long remote, int lengthBytes) {
    if (limits.waitsForOrder()) {
      await(lastRead);
    }
    lastWrite = next(kind, remote, lengthBytes);
    return lastWrite;
  }

  /** Waits until a request is complete, which may be one that has only been added. */
  private void await(long number) {
    if (number > progress.complete()) {
      if (!willBeTold(number)) {
        addNothing();
      }
      post();
      progress.awaitCarriedOut(number, "order of requests");
    }
  }

  private void endRequest() {
    segmentsEnd = 0;
    inlineEnd = 0;
  }

  private long id(long number) {
    return CompletionPoller.requestId(index, number);
  }

  private int writeFlags(long number, boolean signal) {
    int fence = lastRead > progress.complete() ? SendRequests.FENCE : 0;
    return flags(number, signal) | fence;
  }

  /**
   * A loop that fences does so after the same number of requests again and again: the one before
   * the fence then gives a completion by itself, and the fence needs no request of its own.
   */
  private int flags(long number, boolean signal) {
    if (signal || number - signalled >= limits.signalEvery() || number - fenced == betweenFences) {
      signalled = number;
      requests.takeCompletion();
      return SIGNALLED;
    }
    return 0;
  }
}
