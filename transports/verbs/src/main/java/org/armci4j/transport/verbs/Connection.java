package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.HelperTurn;
import org.armci4j.transport.network.NetworkConnection;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.verbs.RequestLog.Kind;
import org.armci4j.transport.verbs.device.RequestSink;
import org.armci4j.transport.verbs.device.VerbsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects this rank to another one reliably. A connection with a {@link RequestJournal} outlives
 * its queue pair. Each operation posts its requests with one call of the device, and returns the
 * number of the last request: the operation's ticket. {@link EndpointProgress} knows how far
 * requests are complete. A caller that posts more together fills the {@link RequestChain} between
 * {@link #begin} and {@link #end}.
 *
 * <p>Threads of the user may hold the lock while they wait for room in the queue. The helper thread
 * never waits: {@link #beginTurn} takes the lock only when all that it needs is there.
 */
final class Connection implements BounceBuffers.User, NetworkConnection {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private final int inlineBytes;
  private final EndpointProgress progress;
  private final CompletionHandler requests;
  private final RequestChain chain;
  private final RequestSink queuePair;

  /** Null if the connection fails with its queue pair. */
  private final RequestJournal journal;

  private final KeyedBuffers buffers;
  private final ReentrantLock lock = new ReentrantLock();
  private final HelperTurn turn;
  private long completeAtNudge;

  /** Whether the device uses no memory for its requests any more; written under the lock. */
  private volatile boolean isReset;

  /**
   * @param index in the {@link ConnectionTable}
   * @param rank the other side
   * @param queuePair connected to the other side before the first request
   */
  Connection(
      int index,
      int rank,
      RequestSink queuePair,
      ConnectionLimits limits,
      ConnectionShared shared) {
    this(index, rank, queuePair, null, limits, shared);
  }

  /** Makes a connection that outlives its queue pair: the journal posts to the current one. */
  Connection(
      int index,
      int rank,
      RequestJournal journal,
      ConnectionLimits limits,
      ConnectionShared shared) {
    this(index, rank, journal, journal, limits, shared);
    journal.belongTo(progress, requests);
  }

  private Connection(
      int index,
      int rank,
      RequestSink queuePair,
      RequestJournal journal,
      ConnectionLimits limits,
      ConnectionShared shared) {
    this.journal = journal;
    this.inlineBytes = limits.inlineBytes();
    int queueDepth = limits.queueDepth();
    this.queuePair = queuePair;
    this.buffers = shared.buffers();
    RequestLog log = new RequestLog(queueDepth);
    PendingCopies copies = new PendingCopies(queueDepth);
    this.progress =
        new EndpointProgress(
            shared.origin(),
            rank,
            shared.where(),
            shared.failures(),
            shared.waiter(),
            log::describe,
            copies,
            this);
    this.turn = new HelperTurn(progress);
    this.requests = new CompletionHandler(progress, shared.completionRoom(), log, copies, journal);
    this.chain =
        new RequestChain(index, queuePair, limits, log, copies, progress, requests, buffers);
  }

  /** Returns the longest put, in bytes, whose data travel in the request. */
  int inlineBytes() {
    return inlineBytes;
  }

  /** Returns whether it has ever left its first queue pair. */
  boolean hasMoved() {
    return journal != null && journal.hasMoved();
  }

  /** Returns how far its requests are complete. */
  EndpointProgress progress() {
    return progress;
  }

  /** Returns the handler of its completions. */
  CompletionHandler requests() {
    return requests;
  }

  /**
   * Takes the lock and begins a chain. The caller posts the chain, and calls {@link #end} in any
   * case.
   */
  RequestChain begin() {
    return begin(false);
  }

  /** Begins a chain of one atomic, as {@link #begin} does. */
  RequestChain beginAtomic() {
    return begin(true);
  }

  private RequestChain begin(boolean atomic) {
    lock();
    try {
      if (atomic && journal != null) {
        journal.requireAtomics();
      }
      return atomic ? chain.beginAtomic() : chain.begin();
    } catch (RuntimeException e) {
      lock.unlock();
      throw e;
    }
  }

  /** Ends what {@link #begin} began: releases the lock. */
  void end() {
    lock.unlock();
  }

  private void lock() {
    if (!lock.isHeldByCurrentThread()) {
      turn.letPass();
    }
    lock.lock();
  }

  /** Begins a turn of the helper thread, see {@link VerbsEndpoint#beginTurn}. */
  boolean beginTurn(int operations) {
    progress.check();
    if (lock.tryLock()) {
      if (!chain.wouldWaitForOrder() && chain.tryReserve(operations)) {
        turn.take();
        return true;
      }
      lock.unlock();
    }
    turn.claim();
    return false;
  }

  /** Begins a turn of any thread, see {@link VerbsEndpoint#tryBegin}. */
  int tryBegin(int most, boolean reads) {
    if (lock.isHeldByCurrentThread() || turn.isClaimed() || !lock.tryLock()) {
      return 0;
    }
    boolean may = !progress.hasFailed() && (reads || !chain.wouldWaitForOrder());
    int begun = may ? reserve(Math.min(most, chain.room())) : 0;
    if (begun == 0) {
      lock.unlock();
    }
    return begun;
  }

  /** Returns whether an atomic need not wait for writes; if it must, asks for their completion. */
  boolean mayStartAtomic() {
    if (!chain.atomicWouldWait()) {
      return true;
    }
    chain.begin().tellOfWrites();
    return false;
  }

  /** Returns whether copied data of this length must have a completion of their own. */
  boolean mustTell(int copiedBytes) {
    return chain.mustTell(copiedBytes);
  }

  private int reserve(int most) {
    boolean all = most > 0 && chain.tryReserve(most);
    return all ? most : most > 1 && chain.tryReserve(1) ? 1 : 0;
  }

  /** Ends a turn that {@link #beginTurn} or {@link #tryBegin} began. */
  void endTurn() {
    requests.endReserve();
    lock.unlock();
  }

  /**
   * Writes registered memory to the other side.
   *
   * @param signal whether somebody will wait for its completion
   * @return its ticket
   */
  long write(long address, int lengthBytes, int key, long remote, int remoteKey, boolean signal) {
    begin();
    try {
      chain.addWrite(address, lengthBytes, key, remote, remoteKey, signal);
      return chain.post();
    } finally {
      end();
    }
  }

  /** Writes a few bytes, which are copied before this returns. */
  void writeInline(MemorySegment source, long offset, int lengthBytes, long remote, int remoteKey) {
    begin();
    try {
      chain.addInline(source, offset, lengthBytes, remote, remoteKey);
      chain.post();
    } finally {
      end();
    }
  }

  /** Writes a word, or its lower bytes if {@code lengthBytes} is less than eight. */
  void writeWord(long value, int lengthBytes, long remote, int remoteKey) {
    begin();
    try {
      Kind kind = lengthBytes == Long.BYTES ? Kind.SIGNAL : Kind.PUT;
      chain.addWord(kind, value, lengthBytes, remote, remoteKey, false);
      chain.post();
    } finally {
      end();
    }
  }

  /** Writes two adjacent words, the second after the first. */
  void writeLongs(long first, long second, long remote, int remoteKey) {
    begin();
    try {
      chain.addWord(Kind.REPLY, first, Long.BYTES, remote, remoteKey, false);
      chain.addWord(Kind.REPLY, second, Long.BYTES, remote + Long.BYTES, remoteKey, false);
      chain.post();
    } finally {
      end();
    }
  }

  /** Writes a word and wakes the other side's helper thread. */
  void writeLongAndNotify(long value, int notice, long remote, int remoteKey) {
    begin();
    try {
      chain.addWordAndNotify(value, notice, remote, remoteKey, false);
      chain.post();
    } finally {
      end();
    }
  }

  /** Reads into registered memory. */
  long read(long address, int lengthBytes, int key, long remote, int remoteKey) {
    begin();
    try {
      chain.addRead(address, lengthBytes, key, remote, remoteKey, true);
      return chain.post();
    } finally {
      end();
    }
  }

  /** Sends a message from a place in the buffers to the other side's helper thread. */
  long send(long place, int lengthBytes) {
    begin();
    try {
      chain.addSend(buffers.address(place), lengthBytes, buffers.localKey());
      return chain.post();
    } finally {
      end();
    }
  }

  /**
   * Sends a message of registered memory, with a completion, if that waits for nothing: neither
   * room, nor order, nor another thread. A thread that holds the lock is refused: it waits here,
   * takes steps of other transfers meanwhile, and must post its own requests first.
   *
   * @return whether the message was sent
   */
  boolean trySend(long address, int lengthBytes, int key) {
    if (lock.isHeldByCurrentThread() || turn.isClaimed() || !lock.tryLock()) {
      return false;
    }
    try {
      if (progress.hasFailed() || chain.wouldWaitForOrder() || !chain.tryReserve(1)) {
        return false;
      }
      chain.begin().addSend(address, lengthBytes, key);
      chain.signalLast();
      chain.post();
      requests.endReserve();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Posts a request that moves nothing. Its completion shows that the other side answers. */
  long probe() {
    begin();
    try {
      chain.addNothing();
      return chain.post();
    } finally {
      end();
    }
  }

  /** Waits until everything started here so far is carried out at the other side. */
  void flush() {
    progress.awaitBeside();
    flushPosted();
  }

  /**
   * Waits until all posted requests are carried out at the other side. Queued operations and lists
   * with assistance are not waited for.
   */
  void flushPosted() {
    long last = progress.started();
    if (last <= progress.complete()) {
      return;
    }
    lock();
    try {
      long before = progress.started();
      last = tellOf(before);
      chain.fenced(before, last);
    } finally {
      lock.unlock();
    }
    progress.awaitCarriedOut(last, "fence");
  }

  /**
   * Ends the connection if it has failed, and nudges it else. Does neither while another thread
   * holds the lock. For one thread at a time, now and then.
   */
  void look() {
    if (!progress.hasFailed()) {
      nudge();
    } else if (!isReset && lock.tryLock()) {
      try {
        reset();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Posts a request that moves nothing if requests are under way and none has completed since the
   * last call. Its completion covers requests that ask for none. It may also make a stalled device
   * send again, though this was not observed.
   *
   * <p>Linux's software device stalled in a test that replaced the queueing discipline of its
   * network device under traffic. Its developers describe a race that fits ("RDMA/rxe: Get rid of
   * pkt resend on err", linux-rdma, 26 March 2024): the queue pair sends nothing more until the
   * next request is posted. With fenced requests the device stalled forever, see {@link
   * RequestChain}. In the end {@link CompletionWatchdog} gives the connection up.
   */
  private void nudge() {
    long done = progress.complete();
    boolean silent = done == completeAtNudge && progress.started() > done;
    completeAtNudge = done;
    if (silent && lock.tryLock()) {
      try {
        if (chain.tryReserve(1)) {
          postNothing();
          requests.endReserve();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void postNothing() {
    chain.begin().addNothing();
    chain.post();
  }

  /** Ends all requests under way: when this returns, the device uses no memory for them. */
  @Override
  public void close() {
    lock.lock();
    try {
      reset();
    } finally {
      lock.unlock();
    }
  }

  private void reset() {
    if (isReset) {
      return;
    }
    try {
      queuePair.reset();
    } catch (VerbsException gone) {
      LOG.warn("a queue pair was not reset, so its device has gone: {}", gone.getMessage());
    }
    requests.forget();
    isReset = true;
  }

  /**
   * Returns whether the queue pair has been reset. The connection may have failed because of the
   * other side's word alone: then the device still carries out what was posted.
   */
  @Override
  public boolean isClosed() {
    return isReset;
  }

  @Override
  public boolean isOver(long number) {
    return progress.isOver(number);
  }

  /**
   * Posts a request that moves nothing, unless a completion that covers the given request will
   * come. Does nothing while another thread holds the lock.
   */
  @Override
  public void tell(long number) {
    boolean inTurn = lock.isHeldByCurrentThread();
    if (progress.isOver(number) || !lock.tryLock()) {
      return;
    }
    try {
      // A turn has reserved room for one request, and starts no other one now.
      if (progress.hasFailed()) {
        reset();
      } else if (!chain.willBeTold(number) && (inTurn || chain.tryReserve(1))) {
        ask(number);
      }
      if (!inTurn) {
        requests.endReserve();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the device no longer uses a request's buffers. */
  @Override
  public void awaitOver(long number) {
    if (!progress.isOver(number)) {
      lock();
      try {
        ask(number);
      } finally {
        lock.unlock();
      }
      progress.awaitOver(number);
    }
  }

  /**
   * Has a completion cover a request. A connection that has failed is ended instead, which frees
   * its buffers: the caller may need them for another rank, and must not be told of this one's
   * loss.
   */
  private void ask(long number) {
    try {
      if (!progress.hasFailed() && !chain.willBeTold(number)) {
        postNothing();
      }
    } catch (ArmciException failed) {
      if (!progress.hasFailed()) {
        throw failed;
      }
    }
    if (progress.hasFailed()) {
      reset();
    }
  }

  /** Has a completion cover a request; returns the number of the request to wait for. */
  private long tellOf(long number) {
    return chain.willBeTold(number) ? number : probe();
  }
}
