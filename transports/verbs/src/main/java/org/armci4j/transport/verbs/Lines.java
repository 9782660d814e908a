package org.armci4j.transport.verbs;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.transport.network.ScatterLimits;
import org.armci4j.transport.verbs.device.CompletionQueue;
import org.armci4j.transport.verbs.device.CompletionSource;
import org.armci4j.transport.verbs.device.Completions;
import org.armci4j.transport.verbs.device.FaultInjection;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.RequestSink;
import org.armci4j.transport.verbs.key.LocalAccess;

/**
 * Holds this rank's ends of lines ({@link org.armci4j.transport.network.ScatterLine}) and the
 * completion queue that they share. The queue is made with the first line.
 *
 * <p>A line takes room in the queue before it posts what will complete. Receives and sends have
 * separate room: a receive waits for another rank's send, and that send must not wait for room that
 * receives hold.
 */
final class Lines implements AutoCloseable {
  /**
   * Completions for each message that may be under way on a line: one line to each rank and one
   * from it, with a receive and a send.
   */
  static final long COMPLETIONS_OF_MESSAGE = 4;

  private static final int BATCH = 32;

  /**
   * Lower bits of an id that hold the number on the line. Above are a bit for receives and the
   * line's index.
   */
  private static final int NUMBER_BITS = 39;

  private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
  private static final long RECEIVE = 1L << NUMBER_BITS;
  private static final int INDEX_SHIFT = NUMBER_BITS + 1;

  /**
   * Longest time between two looks that counts. A longer one, as in a stopped process, says nothing
   * about the device.
   */
  private static final long LONGEST_LOOK_NANOS = 2_000_000_000L;

  private final Adapter adapter;
  private final FaultInjection faults;
  private final LocalAccess access;
  private final int depth;
  private final int ranks;
  private final long requestTimeoutNanos;
  private final Completions batch = new Completions(BATCH);
  private final AtomicBoolean polling = new AtomicBoolean();
  private long lookedNanos = System.nanoTime();
  private CompletionQueue queue;
  private Semaphore receiveRoom;
  private Semaphore sendRoom;

  /** Null before the first line; published by {@link #all}. */
  private CompletionSource completions;

  /** Replaced by a longer copy when it grows, so the polling thread reads it without a lock. */
  private volatile VerbsLine[] all = {};

  /**
   * @param adapter makes queue pairs
   * @param access decides whether memory is used in place
   * @param depth most messages under way on a line in each direction
   * @param ranks number of ranks
   * @param requestTimeoutNanos longest time in which messages are under way and none completes; 0
   *     for no limit
   */
  Lines(
      Adapter adapter,
      FaultInjection faults,
      LocalAccess access,
      int depth,
      int ranks,
      long requestTimeoutNanos) {
    this.adapter = adapter;
    this.faults = faults;
    this.access = access;
    this.depth = depth;
    this.ranks = ranks;
    this.requestTimeoutNanos = requestTimeoutNanos;
  }

  /** Makes this rank's end of a line to the rank at the other side of a connection. */
  synchronized VerbsLine add(Connection connection) {
    if (queue == null) {
      long wanted = COMPLETIONS_OF_MESSAGE * ranks * depth;
      queue = adapter.newLineCompletions((int) Math.min(Integer.MAX_VALUE, wanted));
      receiveRoom = new Semaphore(queue.capacity() / 2);
      sendRoom = new Semaphore(queue.capacity() / 2);
      completions = faults.around(queue);
    }
    QueuePair queuePair = adapter.newLineQueuePair(queue, depth);
    int segments = Math.min(queuePair.maxSegments(), queuePair.maxReceiveSegments());
    ScatterLimits limits =
        new ScatterLimits(
            Math.min(adapter.lineSegments(), segments),
            Math.min(adapter.path().maxMessageBytes(), 1 << 30));
    VerbsLine[] old = all;
    VerbsLine made = new VerbsLine(old.length, queuePair, connection, access, this, limits, depth);
    VerbsLine[] longer = Arrays.copyOf(old, old.length + 1);
    longer[old.length] = made;
    all = longer;
    return made;
  }

  Adapter adapter() {
    return adapter;
  }

  /** Checks that messages of the lines end, about once a second; for one thread at a time. */
  void look() {
    long nowNanos = System.nanoTime();
    long sinceNanos = Math.min(LONGEST_LOOK_NANOS, nowNanos - lookedNanos);
    lookedNanos = nowNanos;
    for (VerbsLine line : all) {
      line.look(sinceNanos, requestTimeoutNanos);
    }
  }

  Semaphore receiveRoom() {
    return receiveRoom;
  }

  Semaphore sendRoom() {
    return sendRoom;
  }

  RequestSink sink(QueuePair queuePair) {
    return faults.around(queuePair);
  }

  long receiveId(int index, long number) {
    return sendId(index, number) | RECEIVE;
  }

  long sendId(int index, long number) {
    return ((long) index << INDEX_SHIFT) | (number & NUMBER_MASK);
  }

  /** Handles a batch of completions; returns whether there was any. */
  boolean poll() {
    VerbsLine[] now = all;
    if (now.length == 0 || !polling.compareAndSet(false, true)) {
      return false;
    }
    try {
      int count = completions.poll(batch);
      for (int i = 0; i < count; i++) {
        handle(i);
      }
      return count > 0;
    } finally {
      polling.setRelease(false);
    }
  }

  private void handle(int i) {
    long id = batch.requestId(i);
    VerbsLine line = all[(int) (id >>> INDEX_SHIFT)];
    if ((id & RECEIVE) != 0) {
      line.receiveCompleted(batch.status(i), batch.vendorError(i));
    } else {
      line.sendCompleted(id & NUMBER_MASK, NUMBER_MASK, batch.status(i), batch.vendorError(i));
    }
  }

  @Override
  public void close() {
    if (queue != null) {
      queue.close();
    }
  }
}
