package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.helper.GatheredRuns;

/**
 * Short puts to one block that followed each other closely: they travel in one message, which that
 * rank's helper thread carries out in their order, as it writes lists to memory that loads and
 * stores reach. It takes more of them until it is full, or something else is queued behind it, or
 * it is sent: as soon as the rank that puts waits for anything, or a while after the first put.
 */
final class GatheredPuts extends RankOperation {
  /** Where the rank computes, its helper thread sends what has been gathered for so long. */
  private static final long LINGER_NANOS = 20_000;

  /** Of so many bytes a message is that does not wait for more. */
  private static final int LONGEST_BYTES = 8 << 10;

  private final RemoteKey key;
  private final long block;
  private final PutBurst burst;
  private final GatheredRuns runs;
  private final Thread opener = Thread.currentThread();
  private final long openedNanos = System.nanoTime();

  /** Held by the thread that adds, or sends. */
  private final ReentrantLock filling = new ReentrantLock();

  /** Nothing is added any more. */
  private volatile boolean closed;

  /**
   * @param key of the block
   * @param block its address
   * @param burst learns how many there were
   * @param roomBytes the longest message's data
   */
  GatheredPuts(RemoteKey key, long block, PutBurst burst, int roomBytes) {
    this.key = key;
    this.block = block;
    this.burst = burst;
    this.runs = new GatheredRuns(Math.min(roomBytes, LONGEST_BYTES));
  }

  /** Copies a put; false when it cannot travel with these. */
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

  /** Something follows. */
  void close() {
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
