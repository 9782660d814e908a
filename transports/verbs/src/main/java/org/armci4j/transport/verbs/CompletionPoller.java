package org.armci4j.transport.verbs;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.CompletionWatchdog;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.verbs.device.CompletionSource;
import org.armci4j.transport.verbs.device.Completions;
import org.armci4j.transport.verbs.device.WorkStatus;

/**
 * Takes completions of this rank's requests in batches and hands them to the connections. Any
 * waiting thread polls, one at a time; the others wait on meanwhile.
 */
final class CompletionPoller {
  private static final int BATCH = 32;

  /** Result of {@link #pollBatch} while another thread polls. */
  static final int BUSY = -1;

  /** Polls without a completion between two looks at port and watchdog; a power of two. */
  private static final int IDLE_POLLS = 64;

  /** Lower bits of a request's id that hold its number. The connection's index is above them. */
  private static final int NUMBER_BITS = 40;

  /** Mask of the number in a request's id. */
  static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;

  private final CompletionSource queue;
  private final IntFunction<CompletionHandler> connections;
  private final PortWatch port;
  private final CompletionWatchdog watchdog;
  private final Consumer<ArmciException> portDown;
  private final Completions batch = new Completions(BATCH);
  private final AtomicBoolean polling = new AtomicBoolean();

  /** Polls that found nothing; changed by the polling thread alone. */
  private int idle;

  /**
   * @param queue source of the completions
   * @param connections by index; null for a closed connection
   * @param port checked while polls find nothing
   * @param watchdog checked while polls find nothing
   * @param portDown called when the port is down
   */
  CompletionPoller(
      CompletionSource queue,
      IntFunction<CompletionHandler> connections,
      PortWatch port,
      CompletionWatchdog watchdog,
      Consumer<ArmciException> portDown) {
    this.queue = queue;
    this.connections = connections;
    this.port = port;
    this.watchdog = watchdog;
    this.portDown = portDown;
  }

  /** Returns the reaction to a port that is down where the rank has no other: all its waits end. */
  static Consumer<ArmciException> ending(NetworkFailure failures) {
    return down -> {
      failures.fail(down);
      failures.told();
      throw down;
    };
  }

  static long requestId(int index, long number) {
    return ((long) index << NUMBER_BITS) | (number & NUMBER_MASK);
  }

  /**
   * Handles a batch of completions; returns whether there was any. Returns false too while another
   * thread polls. May throw the exception of {@code portDown}.
   */
  boolean poll() {
    return pollBatch() > 0;
  }

  /**
   * Does the same as {@link #poll}; returns how many completions the batch held, or {@link #BUSY}
   * while another thread polls.
   */
  int pollBatch() {
    if (!polling.compareAndSet(false, true)) {
      return BUSY;
    }
    try {
      int count = queue.poll(batch);
      for (int i = 0; i < count; i++) {
        handle(i);
      }
      if (count == 0 && (++idle & (IDLE_POLLS - 1)) == 0) {
        watch();
      }
      return count;
    } finally {
      polling.setRelease(false);
    }
  }

  /**
   * Runs a change while no completion is being handled; returns false, and runs nothing, if another
   * thread polls.
   */
  boolean tryAlone(Runnable change) {
    if (!polling.compareAndSet(false, true)) {
      return false;
    }
    try {
      change.run();
      return true;
    } finally {
      polling.setRelease(false);
    }
  }

  private void watch() {
    long now = System.nanoTime();
    watchdog.look(now);
    try {
      port.look(now);
    } catch (ArmciException down) {
      portDown.accept(down);
    }
  }

  private void handle(int index) {
    long id = batch.requestId(index);
    CompletionHandler requests = connections.apply((int) (id >>> NUMBER_BITS));
    if (requests == null) {
      return; // the connection was closed or left this rail
    }
    int status = batch.status(index);
    if (status == WorkStatus.SUCCESS) {
      requests.completed(id & NUMBER_MASK, NUMBER_MASK);
    } else {
      requests.failed(id & NUMBER_MASK, NUMBER_MASK, status, batch.vendorError(index));
    }
  }
}
