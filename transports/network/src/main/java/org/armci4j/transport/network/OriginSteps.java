package org.armci4j.transport.network;

import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What this rank has still to do for transfers that it has started, step by step: a thread that
 * polls the network takes the steps that can be taken, and the helper thread where the rank
 * computes.
 */
public final class OriginSteps {
  /** Has steps to take. */
  public interface Steps {
    /**
     * Takes those that can be taken now, and waits for nothing.
     *
     * @return whether there was any
     */
    boolean take();

    /** Whether there are steps of which no message will tell when they can be taken. */
    boolean needLooks();
  }

  private final CopyOnWriteArrayList<Steps> all = new CopyOnWriteArrayList<>();

  /** There are none. */
  public OriginSteps() {}

  /** Adds some. */
  public void add(Steps steps) {
    all.add(steps);
  }

  /** Takes those of all that can be taken now. */
  public boolean take() {
    boolean any = false;
    for (int i = 0; i < all.size(); i++) {
      any |= all.get(i).take();
    }
    return any;
  }

  /** Whether any of them need looks. */
  public boolean needLooks() {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).needLooks()) {
        return true;
      }
    }
    return false;
  }
}
