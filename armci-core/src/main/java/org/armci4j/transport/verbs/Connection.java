package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Semaphore;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.transport.verbs.RequestLog.Kind;
import org.armci4j.transport.verbs.device.RequestSink;

/**
 * One reliable connection to a rank. Each operation posts its requests with one call of the device
 * and returns the number of the last, which is the ticket of the seam; {@link Progress} knows how
 * far they are complete. Whoever has more to post together holds this object's monitor and uses the
 * {@link RequestChain}.
 */
final class Connection {
  /**
   * What the connections of a rank have in common.
   *
   * @param queueDepth requests under way on one connection, a power of two
   * @param signalEvery requests per completion where none is asked for
   * @param chain requests that are posted together, at most
   * @param inlineBytes longest inline put
   * @param maxSegments segments of one request, a read too
   * @param waitsForOrder see {@link RequestChain}
   * @param completionRoom see {@link Progress}
   */
  record Limits(
      int queueDepth,
      int signalEvery,
      int chain,
      int inlineBytes,
      int maxSegments,
      boolean waitsForOrder,
      Semaphore completionRoom) {}

  private final int rank;
  private final int inlineBytes;
  private final Progress progress;
  private final RequestChain chain;
  private final int queueDepth;
  private long completeAtNudge;

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
    this.inlineBytes = limits.inlineBytes();
    this.queueDepth = limits.queueDepth();
    RequestLog log = new RequestLog(limits.queueDepth());
    Landings landings = new Landings(limits.queueDepth());
    this.progress =
        new Progress(rank, poller, bootstrap, limits.completionRoom(), where, log, landings);
    this.chain = new RequestChain(rank, queuePair, limits, log, landings, progress);
  }

  int rank() {
    return rank;
  }

  /** The longest put whose data travel in the request. */
  int inlineBytes() {
    return inlineBytes;
  }

  /** How far its requests have come. */
  Progress progress() {
    return progress;
  }

  /** Begins a chain. The caller holds this object's monitor until it has posted it. */
  RequestChain begin() {
    return chain.begin();
  }

  /**
   * Writes registered memory to the other side.
   *
   * @param signal whether somebody will wait for its completion
   * @return its ticket
   */
  synchronized long write(
      long address, int lengthBytes, int key, long remote, int remoteKey, boolean signal) {
    begin().addWrite(address, lengthBytes, key, remote, remoteKey, signal);
    return chain.post();
  }

  /** Writes a few bytes, which are copied before this returns. */
  synchronized void writeInline(
      MemorySegment source, long offset, int lengthBytes, long remote, int remoteKey) {
    begin().addInline(source, offset, lengthBytes, remote, remoteKey);
    chain.post();
  }

  /** Writes a word of eight bytes. */
  synchronized void writeLong(long value, long remote, int remoteKey) {
    begin().addWord(Kind.SIGNAL, value, Long.BYTES, remote, remoteKey, false);
    chain.post();
  }

  /** Writes a word of four bytes. */
  synchronized void writeInt(int value, long remote, int remoteKey) {
    begin().addWord(Kind.PUT, value, Integer.BYTES, remote, remoteKey, false);
    chain.post();
  }

  /** Writes two words, the second after the first. */
  synchronized void writeLongs(
      long first, long firstRemote, long second, long secondRemote, int remoteKey) {
    begin().addWord(Kind.REPLY, first, Long.BYTES, firstRemote, remoteKey, false);
    chain.addWord(Kind.REPLY, second, Long.BYTES, secondRemote, remoteKey, false);
    chain.post();
  }

  /** Writes a word and wakes the other side's helper thread. */
  synchronized void writeLongAndNotify(long value, long remote, int remoteKey) {
    begin().addWordAndNotify(value, remote, remoteKey);
    chain.post();
  }

  /** Reads into registered memory. */
  synchronized long read(long address, int lengthBytes, int key, long remote, int remoteKey) {
    begin().addRead(address, lengthBytes, key, remote, remoteKey, true);
    return chain.post();
  }

  /** Adds to a word; its old value goes to {@code address}. */
  synchronized long fetchAdd(long address, int key, long remote, int remoteKey, long operand) {
    chain.beginAtomic().addFetchAdd(address, key, remote, remoteKey, operand);
    return chain.post();
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
    chain.beginAtomic().expectLanding(ring, place, Long.BYTES, target, targetOffset);
    chain.addFetchAdd(ring.address(place), ring.localKey(), remote, remoteKey, operand);
    return chain.post();
  }

  /** Replaces a word if it holds the expected value; its old value goes to {@code address}. */
  synchronized long compareAndSwap(
      long address, int key, long remote, int remoteKey, long expected, long value) {
    chain.beginAtomic().addCompareAndSwap(address, key, remote, remoteKey, expected, value);
    return chain.post();
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
    chain.beginAtomic().expectLanding(ring, place, Long.BYTES, target, targetOffset);
    chain.addCompareAndSwap(
        ring.address(place), ring.localKey(), remote, remoteKey, expected, value);
    return chain.post();
  }

  /** Sends registered memory as a message to the other side's helper thread. */
  synchronized long send(long address, int lengthBytes, int key) {
    begin().addSend(address, lengthBytes, key);
    return chain.post();
  }

  /** Waits until all that has been posted so far is carried out at the other side. */
  void flush() {
    long last = progress.posted();
    if (last <= progress.complete()) {
      return;
    }
    synchronized (this) {
      long before = progress.posted();
      last = tellOf(before);
      chain.fenced(before, last);
    }
    progress.await(last, "fence");
  }

  /**
   * Posts a request that moves nothing if none has ended since the call before although some are
   * under way: its completion tells of those of which none would, and a device that has ceased to
   * send may take it up again (see {@link SilenceWatch}; that it does was not seen). For one thread
   * at a time, now and then.
   */
  void nudge() {
    long done = progress.complete();
    boolean silent = done == completeAtNudge && progress.posted() > done;
    completeAtNudge = done;
    if (silent && progress.posted() - done < queueDepth) {
      synchronized (this) {
        if (!progress.hasFailed()) {
          begin().addNothing();
          chain.post();
        }
      }
    }
  }

  /** Waits until the device has done with a request's buffers. */
  void awaitOver(long number) {
    if (!progress.isOver(number)) {
      synchronized (this) {
        if (!progress.hasFailed()) {
          tellOf(number);
        }
      }
      progress.awaitOver(number);
    }
  }

  /** Sees to it that the completion of a request will be told; returns the number that tells. */
  private long tellOf(long number) {
    if (chain.willBeTold(number)) {
      return number;
    }
    begin().addNothing();
    return chain.post();
  }
}
