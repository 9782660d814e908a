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
 * Takes completions of this rank's requests in batches and tells the connections. Whichever thread
 * waits does it; one at a time, others go on waiting meanwhile.
 */
final class CompletionPoller {
  private static final int BATCH = 32;

  /** How often a poll finds nothing before the watches are thought of; a power of two. */
  private static final int IDLE_POLLS = 64;

  /** A request's id holds the connection's index above its number on the connection. */
  private static final int NUMBER_BITS = 40;

  /** Of a request's id: its number. */
  static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;

  private final CompletionSource queue;
  private final IntFunction<RequestProgress> connections;
  private final PortWatch port;
  private final CompletionWatchdog watchdog;
  private final Consumer<ArmciException> portDown;
  private final Completions batch = new Completions(BATCH);
  private final AtomicBoolean polling = new AtomicBoolean();

  /** Polls that found nothing; changed by the one thread that polls. */
  private int idle;

  /**
   * @param queue where they come from
   * @param connections by index; null of one that is closed
   * @param port looked after when nothing comes
   * @param watchdog the same
   * @param portDown what is done when the port is down
   */
  CompletionPoller(
      CompletionSource queue,
      IntFunction<RequestProgress> connections,
      PortWatch port,
      CompletionWatchdog watchdog,
      Consumer<ArmciException> portDown) {
    this.queue = queue;
    this.connections = connections;
    this.port = port;
    this.watchdog = watchdog;
    this.portDown = portDown;
  }

  /** What is done where nothing goes by another port: all waits of the rank end. */
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
   * Handles what there is; returns whether there was anything. May throw once nothing comes because
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

  /** Runs something while no completion is being handled; false if some are. */
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
    RequestProgress requests = connections.apply((int) (id >>> NUMBER_BITS));
    if (requests == null) {
      return; // of a connection that has been closed
    }
    int status = batch.status(index);
    if (status == WorkStatus.SUCCESS) {
      requests.completed(id & NUMBER_MASK, NUMBER_MASK);
    } else {
      requests.failed(id & NUMBER_MASK, NUMBER_MASK, status, batch.vendorError(index));
    }
  }
}
