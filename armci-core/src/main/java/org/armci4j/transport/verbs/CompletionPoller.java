package org.armci4j.transport.verbs;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.armci4j.ArmciException;
import org.armci4j.transport.verbs.device.CompletionSource;
import org.armci4j.transport.verbs.device.Completions;
import org.armci4j.transport.verbs.device.WorkStatus;

/**
 * Takes completions of this rank's requests in batches and tells the connections. Whichever thread
 * waits does it; one at a time, others go on waiting meanwhile.
 */
final class CompletionPoller implements AutoCloseable {
  private static final int BATCH = 32;

  /** How often a poll finds nothing before the watches are thought of; a power of two. */
  private static final int IDLE_POLLS = 64;

  /** A request's id holds the rank above its number on the connection. */
  private static final int NUMBER_BITS = 40;

  private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;

  private final CompletionSource queue;
  private final IntFunction<Peer> connections;
  private final PortWatch port;
  private final SilenceWatch silence;
  private final Completions batch = new Completions(BATCH);
  private final AtomicBoolean polling = new AtomicBoolean();
  private volatile ArmciException failure;
  private volatile boolean told;

  /** Polls that found nothing; changed by the one thread that polls. */
  private int idle;

  /**
   * @param queue where they come from
   * @param connections by rank
   * @param port looked after when nothing comes
   * @param silence the same
   */
  CompletionPoller(
      CompletionSource queue, IntFunction<Peer> connections, PortWatch port, SilenceWatch silence) {
    this.queue = queue;
    this.connections = connections;
    this.port = port;
    this.silence = silence;
  }

  static long requestId(int rank, long number) {
    return ((long) rank << NUMBER_BITS) | (number & NUMBER_MASK);
  }

  /** Something has broken that cannot be mended; the first such news stays. */
  void fail(ArmciException news) {
    if (failure == null) {
      failure = news;
    }
  }

  /**
   * Throws once something has broken: a rank that waits for others then learns it too, as what they
   * wait for may be what was lost.
   */
  void check() {
    ArmciException seen = failure;
    if (seen != null) {
      told();
      throw new ArmciException(seen.getMessage(), seen);
    }
  }

  /** Somebody gets to know that something has broken. */
  void told() {
    told = true;
  }

  /**
   * Handles what is left when no more requests will be posted. Throws if something has broken and
   * nobody knows: a request may end in error behind the last wait.
   */
  @Override
  public void close() {
    boolean any;
    do {
      any = poll();
    } while (any);
    if (!told) {
      check();
    }
  }

  /**
   * Handles what there is; returns whether there was anything. Throws once nothing comes because
   * the port is down.
   */
  boolean poll() {
    if (!polling.compareAndSet(false, true)) {
      return false;
    }
    try {
      int count = queue.poll(batch);
      for (int i = 0; i < count; i++) {
        handle(i);
      }
      if (count == 0 && (++idle & (IDLE_POLLS - 1)) == 0) {
        watch();
      }
      return count > 0;
    } finally {
      polling.setRelease(false);
    }
  }

  private void watch() {
    long now = System.nanoTime();
    silence.look(now);
    try {
      port.look(now);
    } catch (ArmciException down) {
      fail(down);
      told();
      throw down;
    }
  }

  private void handle(int index) {
    long id = batch.requestId(index);
    Progress progress = connections.apply((int) (id >>> NUMBER_BITS)).connection().progress();
    int status = batch.status(index);
    if (status == WorkStatus.SUCCESS) {
      progress.completed(id & NUMBER_MASK, NUMBER_MASK);
    } else {
      progress.failed(id & NUMBER_MASK, NUMBER_MASK, status, batch.vendorError(index));
    }
  }
}
