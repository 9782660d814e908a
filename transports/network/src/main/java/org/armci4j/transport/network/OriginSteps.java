package org.armci4j.transport.network;

import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Takes the steps that continue this rank's own transfers. A thread that polls the network takes
 * all steps that are possible; while the rank computes, its helper thread does.
 */
public final class OriginSteps {
  /** Takes the steps of one kind of transfers. */
  public interface Steps {
    /**
     * Takes the steps that are possible now; never waits.
     *
     * @return whether any step was taken
     */
    boolean take();

    /** Returns whether steps must be polled, as no message tells when they become possible. */
    boolean needLooks();
  }

  private final CopyOnWriteArrayList<Steps> all = new CopyOnWriteArrayList<>();

  /** Called before a thread sleeps that has taken steps. */
  private volatile Runnable rest = () -> {};

  /** Creates an object without steps. */
  public OriginSteps() {}

  /** Adds the steps of one kind of transfers. */
  public void add(Steps steps) {
    all.add(steps);
  }

  /** Sets what is called by {@link #rest}. */
  public void onRest(Runnable told) {
    rest = told;
  }

  /** Tells that a thread that took steps is about to sleep, so that others take them. */
  public void rest() {
    rest.run();
  }

  /** Takes all steps that are possible now; returns whether any was taken. */
  public boolean take() {
    boolean any = false;
    for (int i = 0; i < all.size(); i++) {
      any |= all.get(i).take();
    }
    return any;
  }

  /** Returns whether any of the steps must be polled. */
  public boolean needLooks() {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).needLooks()) {
        return true;
      }
    }
    return false;
  }
}
