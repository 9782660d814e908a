package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.verbs.RequestLog.Kind;
import org.armci4j.transport.verbs.device.RequestSink;
import org.armci4j.transport.verbs.device.SendRequests;
import org.armci4j.transport.verbs.device.VerbsException;

/**
 * Collects requests that a connection posts together. They are added one by one, get their numbers,
 * and are posted with one call of the device. A full chain is posted before the next request is
 * added. Used under the connection's lock, from {@link #begin} to {@link #post}.
 *
 * <p>No more requests are posted than the queue holds: a thread that finds it full handles
 * completions until there is room. A request asks for a completion if somebody will wait for it, or
 * if several before it asked for none. A completion covers all earlier requests.
 *
 * <p>Order at the target: the device carries out writes, sends, reads and atomics of one connection
 * as they were posted, with one exception (InfiniBand Architecture Specification, volume 1, table
 * "Work Request Operation Ordering"). A write or send may overtake an earlier read or atomic, so it
 * carries the fence flag. Where the device's fence is not reliable, the origin waits for the read
 * or atomic instead, and before an atomic for earlier writes and sends. Linux's rdma_rxe is such a
 * device. Once it has to send requests again, a fenced one waits for a read behind it, forever
 * (seen in versions 6.1 and 6.12). And the acknowledgement of a write that arrived twice completes
 * the atomic behind it, whose old value may not have come (seen in 6.1).
 */
final class RequestChain {
  /** Segments per request that a chain has room for, on average. */
  private static final int SEGMENTS_EACH = 4;

  /** Room for the data of inline requests, in bytes. */
  private static final int STAGING_BYTES = 2048;

  private static final int INLINE = SendRequests.INLINE;
  private static final int SIGNALLED = SendRequests.SIGNALLED;

  private final int index;
  private final RequestSink queuePair;
  private final ConnectionLimits limits;
  private final RequestLog log;
  private final PendingCopies copies;
  private final EndpointProgress progress;
  private final CompletionHandler requests;
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

  /** Remote address where a segment would continue the latest request; 0 if none can. */
  private long segmentsEnd;

  /** The same for a request whose data are inline. */
  private long inlineEnd;

  /**
   * @param index of the connection
   * @param queuePair connected to the other side
   * @param log describes requests in messages
   * @param copies copies to make before a request is complete
   * @param progress of the endpoint
   * @param requests handles their completions
   * @param buffers bounce buffers for copied data
   */
  RequestChain(
      int index,
      RequestSink queuePair,
      ConnectionLimits limits,
      RequestLog log,
      PendingCopies copies,
      EndpointProgress progress,
      CompletionHandler requests,
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

  /** Begins a chain; returns this. */
  RequestChain begin() {
    progress.check();
    chain.clear();
    next = progress.started();
    endRequest();
    return this;
  }

  /** Begins a chain of one atomic; returns this. */
  RequestChain beginAtomic() {
    begin();
    if (limits.waitsForOrder()) {
      await(lastWrite);
    }
    return this;
  }

  /** Returns whether an atomic would wait for an earlier write. */
  boolean atomicWouldWait() {
    return limits.waitsForOrder() && lastWrite > progress.complete();
  }

  /**
   * Returns whether copied data must have a completion of their own. They keep their buffers until
   * a completion covers them, and one target may hold at most half of the buffers.
   */
  boolean mustTell(int copiedBytes) {
    return 4L * limits.signalEvery() * copiedBytes > buffers.memory().byteSize();
  }

  /**
   * Asks for a completion that covers all earlier writes. The caller has reserved room for one
   * request.
   */
  void tellOfWrites() {
    if (!willBeTold(lastWrite)) {
      addNothing();
      post();
    }
  }

  /** Returns whether a write or send would wait for an earlier read or atomic. */
  boolean wouldWaitForOrder() {
    return limits.waitsForOrder() && lastRead > progress.complete();
  }

  /** Returns for how many requests the queue has room. */
  int room() {
    return (int) (limits.queueDepth() - progress.started() + progress.complete());
  }

  /**
   * Reserves room for the completions of a number of requests; returns false if the requests or
   * their completions have none.
   */
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
   * Adds a segment to the latest request, if it continues that request at the other side and there
   * is room. All requests of a list write, or all read, the same memory.
   *
   * @param maxBytes longest request
   * @return whether the segment was added
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

  /**
   * Adds a write of a few bytes, which are copied here. Bytes that continue the latest inline write
   * are appended to that.
   */
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
   * Appends a word to the latest request, if that is inline, ends where the word is, and has room.
   *
   * @return whether the word was appended
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

  /** Adds a write of a word, or of its lower bytes if {@code lengthBytes} is less than eight. */
  void addWord(Kind kind, long value, int lengthBytes, long remote, int remoteKey, boolean signal) {
    long number = nextWrite(kind, remote, lengthBytes);
    chain.write(id(number), remote, remoteKey, writeFlags(number, signal) | INLINE);
    long staged = lengthBytes == Long.BYTES ? chain.stageLong(value) : chain.stageInt((int) value);
    chain.segment(staged, lengthBytes, 0);
  }

  /** Adds a write of a word that also wakes the other side's helper thread. */
  void addWordAndNotify(long value, int notice, long remote, int remoteKey, boolean signal) {
    long number = nextWrite(Kind.SIGNAL, remote, Long.BYTES);
    int flags = writeFlags(number, signal) | INLINE | SendRequests.SOLICITED;
    chain.writeWithImmediate(id(number), remote, remoteKey, notice, flags);
    chain.segment(chain.stageLong(value), Long.BYTES, 0);
  }

  /**
   * Adds a fetch-and-add or a compare-and-swap of a word; its old value goes to {@code address}.
   *
   * @param first the addend, or the expected value
   * @param second the new value of a compare-and-swap
   */
  void addAtomic(
      boolean adds, long address, int key, long remote, int remoteKey, long first, long second) {
    long number = next(Kind.ATOMIC, remote, Long.BYTES);
    int flags = flags(number, true);
    if (adds) {
      chain.fetchAdd(id(number), remote, remoteKey, first, flags);
    } else {
      chain.compareAndSwap(id(number), remote, remoteKey, first, second, flags);
    }
    chain.segment(address, Long.BYTES, key);
    lastRead = number;
  }

  /** Adds a message of registered memory to the other side's helper thread. */
  void addSend(long address, int lengthBytes, int key) {
    long number = nextWrite(Kind.REQUEST, 0, lengthBytes);
    chain.send(id(number), writeFlags(number, false) | SendRequests.SOLICITED);
    chain.segment(address, lengthBytes, key);
  }

  /** Adds a request that moves nothing; its completion covers all requests before it. */
  void addNothing() {
    long number = next(Kind.FENCE, 0, 0);
    chain.write(id(number), 0, 0, flags(number, true));
    lastWrite = number;
  }

  /** Returns whether a completion that covers the request was asked for. */
  boolean willBeTold(long number) {
    return number <= signalled;
  }

  /**
   * Learns how many requests lie between two fences.
   *
   * @param before latest request before this fence
   * @param last latest request after it; another one if the fence needed its own request
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

  /**
   * Adds a read into a registered buffer; its data are copied to the target before it is complete.
   */
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

  /**
   * Has the next request's data or old value copied to the target before that request is complete.
   */
  void expectCopy(long place, int lengthBytes, MemorySegment target, long targetOffset) {
    makeRoom(); // a request under way may still use this slot of the table
    copies.expect(next + 1, buffers.memory(), place, target, targetOffset, lengthBytes);
  }

  /** Asks for a completion of the latest request. */
  void signalLast() {
    if (signalled < next) {
      signalled = next;
      requests.takeCompletion();
      chain.addFlags(SIGNALLED);
    }
  }

  /**
   * Posts the chain.
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

  /** Makes room for one more request in the chain and in the queue. */
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

  /** Waits until a request is complete. Posts the chain first, as the request may be in it. */
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
   * Returns the flags of a request. A loop often fences after the same number of requests each
   * time. The request before the expected fence then asks for a completion, so the fence needs no
   * request of its own.
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
