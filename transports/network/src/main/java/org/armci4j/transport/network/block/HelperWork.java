package org.armci4j.transport.network.block;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that the helper thread runs when another rank has signalled this rank's helper for procedure
 * calls.
 */
final class HelperWork {
  private static final Logger LOG = LoggerFactory.getLogger(HelperWork.class);
  private static final BooleanSupplier[] NONE = {};

  /** Replaced as a whole. */
  private volatile BooleanSupplier[] all = NONE;

  synchronized void add(BooleanSupplier work) {
    BooleanSupplier[] next = Arrays.copyOf(all, all.length + 1);
    next[all.length] = work;
    all = next;
  }

  synchronized void remove(BooleanSupplier work) {
    all = Arrays.stream(all).filter(one -> !one.equals(work)).toArray(BooleanSupplier[]::new);
  }

  /**
   * Runs all work; returns whether the thread that serves calls must be woken. Work that throws is
   * removed and leaves its signals to that thread, so that other work and the rank's network go on.
   */
  boolean run() {
    BooleanSupplier[] now = all;
    boolean wanted = now.length == 0; // then only that thread knows what the signal is for
    for (BooleanSupplier work : now) {
      wanted |= isWantedBehind(work);
    }
    return wanted;
  }

  private boolean isWantedBehind(BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (RuntimeException e) {
      LOG.error("work of the thread that receives has failed and is not done again: {}", work, e);
      remove(work);
      return true;
    }
  }
}
