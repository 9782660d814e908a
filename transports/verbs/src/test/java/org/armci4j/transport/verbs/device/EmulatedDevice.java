package org.armci4j.transport.verbs.device;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Errno;
import org.armci4j.transport.verbs.device.ibv.Ibv;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * Emulates a queue pair and its completion queue in this process: requests are carried out on this
 * process's memory as they are posted, and complete when the test lets them. Like a device, it
 * holds a request's place in the queue until a completion of it or of a later one is taken.
 */
public final class EmulatedDevice implements RequestSink, CompletionSource {
  private static final int INLINE_KEY = 0;

  private final int depth;
  private final int maxSegments;
  private final Deque<Request> queue = new ArrayDeque<>();
  private final List<Integer> chains = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private Consumer<MemorySegment> receiver;
  private int pollsPerCompletion = 1;
  private int polls;
  private int posted;
  private int failing = -1;
  private int mostQueued;
  private int signalled;
  private boolean isReset;

  private record Request(long id, boolean signalled, int status) {}

  /**
   * @param depth requests that the queue holds
   * @param maxSegments segments that a request may have
   */
  public EmulatedDevice(int depth, int maxSegments) {
    this.depth = depth;
    this.maxSegments = maxSegments;
  }

  /** Delays completions: they come one at a time, each after {@code pollsEach} polls. */
  public void slowDown(int pollsEach) {
    pollsPerCompletion = pollsEach;
  }

  /** Fails the request that is posted after {@code requests} others, and all after it. */
  public void failAfter(int requests) {
    failing = posted + requests;
  }

  /** Delivers messages to a consumer, each inside {@link #post}. */
  public void deliverTo(Consumer<MemorySegment> messages) {
    receiver = messages;
  }

  /** Returns the number of requests of each call of {@link #post}. */
  public List<Integer> chains() {
    return chains;
  }

  /**
   * Returns the requests in words: {@code write of 3 segments, 24 bytes}, {@code message of 64
   * bytes}, {@code addition}, {@code comparison}, and {@code fenced} before each that has that
   * flag.
   */
  public List<String> log() {
    return log;
  }

  /** Forgets {@link #chains} and {@link #log}. */
  public void forget() {
    chains.clear();
    log.clear();
  }

  /** Returns the number of requests that asked for a completion. */
  public int completionsAsked() {
    return signalled;
  }

  /** Returns the most requests that were in the queue at one time. */
  public int mostQueued() {
    return mostQueued;
  }

  @Override
  public synchronized void post(SendRequests requests) {
    int count = 0;
    for (long wr = requests.address(); wr != 0; wr = Raw.getLong(wr + Layout.IbvSendWr.NEXT)) {
      if (queue.size() == depth) {
        throw new PostException("post", "emulated", Errno.ENOMEM, count);
      }
      count++;
      boolean fails = failing >= 0 && posted >= failing;
      int flags = Raw.getInt(wr + Layout.IbvSendWr.SEND_FLAGS);
      if (!fails) {
        carryOut(wr, flags);
      }
      posted++;
      int status = fails ? WorkStatus.RETRIES_EXCEEDED : WorkStatus.SUCCESS;
      boolean signalled = fails || (flags & SendRequests.SIGNALLED) != 0;
      this.signalled += signalled ? 1 : 0;
      queue.add(new Request(Raw.getLong(wr + Layout.IbvSendWr.WR_ID), signalled, status));
      mostQueued = Math.max(mostQueued, queue.size());
    }
    chains.add(count);
  }

  @Override
  public synchronized void reset() {
    queue.clear();
    isReset = true;
  }

  /** Returns whether {@link #reset} was called. */
  public synchronized boolean isReset() {
    return isReset;
  }

  private void carryOut(long wr, int flags) {
    int opcode = Raw.getInt(wr + Layout.IbvSendWr.OPCODE);
    long remote = Raw.getLong(wr + Layout.IbvSendWr.WR__RDMA__REMOTE_ADDR);
    if (opcode == Ibv.IBV_WR_SEND) {
      deliver(wr);
      return;
    }
    if (opcode == Ibv.IBV_WR_ATOMIC_FETCH_AND_ADD) {
      add(wr);
      return;
    }
    if (opcode == Ibv.IBV_WR_ATOMIC_CMP_AND_SWP) {
      compareAndSwap(wr);
      return;
    }
    boolean read = opcode == Ibv.IBV_WR_RDMA_READ;
    boolean tells = opcode == Ibv.IBV_WR_RDMA_WRITE_WITH_IMM;
    if (!read && !tells && opcode != Ibv.IBV_WR_RDMA_WRITE) {
      throw new IllegalStateException("opcode " + opcode + " is not emulated");
    }
    int segments = Raw.getInt(wr + Layout.IbvSendWr.NUM_SGE);
    if (segments > maxSegments) {
      throw new PostException("post of " + segments + " segments", "emulated", Errno.ENOMEM, 0);
    }
    long segment = Raw.getLong(wr + Layout.IbvSendWr.SG_LIST);
    int total = 0;
    for (int i = 0; i < segments; i++, segment += Layout.IbvSge.SIZE) {
      long address = Raw.getLong(segment + Layout.IbvSge.ADDR);
      int length = Raw.getInt(segment + Layout.IbvSge.LENGTH);
      boolean inline = (flags & SendRequests.INLINE) != 0;
      if (!inline && Raw.getInt(segment + Layout.IbvSge.LKEY) == INLINE_KEY) {
        throw new IllegalStateException("a segment without key");
      }
      move(read ? remote : address, read ? address : remote, length);
      remote += length;
      total += length;
    }
    String fenced = (flags & SendRequests.FENCE) == 0 ? "" : "fenced ";
    String write = tells ? "write with immediate" : "write";
    String kind = read ? "read" : write;
    log.add(Text.format("%s%s of %d segments, %d bytes", fenced, kind, segments, total));
  }

  private void add(long wr) {
    long before = fetch(wr);
    Raw.putLong(word(wr), before + Raw.getLong(wr + Layout.IbvSendWr.WR__ATOMIC__COMPARE_ADD));
    log.add("addition");
  }

  private void compareAndSwap(long wr) {
    if (fetch(wr) == Raw.getLong(wr + Layout.IbvSendWr.WR__ATOMIC__COMPARE_ADD)) {
      Raw.putLong(word(wr), Raw.getLong(wr + Layout.IbvSendWr.WR__ATOMIC__SWAP));
    }
    log.add("comparison");
  }

  private static long word(long wr) {
    return Raw.getLong(wr + Layout.IbvSendWr.WR__ATOMIC__REMOTE_ADDR);
  }

  /** Writes the value of an atomic's word to the place of its result, and returns the value. */
  private static long fetch(long wr) {
    long result = Raw.getLong(Raw.getLong(wr + Layout.IbvSendWr.SG_LIST) + Layout.IbvSge.ADDR);
    if (result % Long.BYTES != 0) {
      throw new IllegalStateException("a result that is not aligned");
    }
    long before = Raw.getLong(word(wr));
    Raw.putLong(result, before);
    return before;
  }

  /** Delivers a message of one segment. */
  private void deliver(long wr) {
    long segment = Raw.getLong(wr + Layout.IbvSendWr.SG_LIST);
    int length = Raw.getInt(segment + Layout.IbvSge.LENGTH);
    MemorySegment message = Raw.allocate(length);
    move(Raw.getLong(segment + Layout.IbvSge.ADDR), message.address(), length);
    log.add(Text.format("message of %d bytes", length));
    receiver.accept(message);
  }

  private static void move(long from, long to, int lengthBytes) {
    for (int i = 0; i < lengthBytes; i++) {
      Raw.putByte(to + i, Raw.getByte(from + i));
    }
  }

  @Override
  public synchronized int poll(Completions batch) {
    batch.count(0);
    polls++;
    if (polls % pollsPerCompletion != 0) {
      return 0;
    }
    int limit = pollsPerCompletion == 1 ? batch.capacity() : 1;
    int count = 0;
    while (count < limit && queue.stream().anyMatch(Request::signalled)) {
      Request done = queue.remove();
      if (done.signalled()) {
        long wc = batch.address() + (long) count * Layout.IbvWc.SIZE;
        Raw.putLong(wc + Layout.IbvWc.WR_ID, done.id());
        Raw.putInt(wc + Layout.IbvWc.STATUS, done.status());
        count++;
      }
    }
    batch.count(count);
    return count;
  }

  @Override
  public void requestNotification(boolean solicitedOnly) {}

  @Override
  public boolean awaitEvent(long timeoutNanos) {
    return false;
  }

  @Override
  public void wake() {}
}
