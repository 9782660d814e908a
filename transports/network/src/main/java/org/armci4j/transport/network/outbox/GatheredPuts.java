package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.transport.network.RemoteKey;

/**
 * Short puts to one block in close succession, which travel in one message. The target's helper
 * thread carries them out in their order, like a put of a list. The message takes further puts
 * until it is full, another operation is queued behind it, or it is sent. It is sent as soon as the
 * rank that puts waits for anything, or some time after the first put.
 */
final class GatheredPuts extends RankOperation implements OpenMessage {
  /** Time after the first put at which the helper thread of a computing rank sends the message. */
  private static final long LINGER_NANOS = 20_000;

  /** Longest data of a message, even if the target could receive more. */
  private static final int LONGEST_BYTES = 8 << 10;

  private final RemoteKey key;
  private final long block;
  private final PutBurst burst;
  private final GatheredRuns runs;
  private final Thread opener = Thread.currentThread();
  private final long openedNanos = System.nanoTime();

  /** Held by the thread that adds a put or sends the message. */
  private final ReentrantLock filling = new ReentrantLock();

  /** True when no further put may be added. */
  private volatile boolean closed;

  /**
   * @param key of the block
   * @param block its address
   * @param burst learns how many puts the message had
   * @param roomBytes the longest message's data
   */
  GatheredPuts(RemoteKey key, long block, PutBurst burst, int roomBytes) {
    this.key = key;
    this.block = block;
    this.burst = burst;
    this.runs = new GatheredRuns(Math.min(roomBytes, LONGEST_BYTES));
  }

  /** Copies a put into the message; returns false if it cannot travel with the others. */
  boolean add(MemorySegment source, long offset, RemoteKey to, long there, int sizeBytes) {
    if (closed || !Objects.equals(to, key) || !filling.tryLock()) {
      return false;
    }
    try {
      return !closed && runs.add(source, offset, there, sizeBytes);
    } finally {
      filling.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  boolean start(RankRoute route) {
    boolean waits = Objects.equals(Thread.currentThread(), opener);
    boolean lingers = !closed && !waits && System.nanoTime() - openedNanos < LINGER_NANOS;
    if (lingers || !filling.tryLock()) {
      return false;
    }
    try {
      return send(route);
    } finally {
      filling.unlock();
    }
  }

  private boolean send(RankRoute route) {
    if (!route.tryBeginMessage()) {
      return false;
    }
    try {
      closed = true;
      runs.send(route.helper(), block);
      route.hasStepped();
    } finally {
      route.helper().end();
    }
    burst.sent(runs.puts());
    return true;
  }

  @Override
  String describe() {
    return "short puts";
  }
}
