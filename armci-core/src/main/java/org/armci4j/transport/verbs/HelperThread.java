package org.armci4j.transport.verbs;

import org.armci4j.ArmciException;
import org.armci4j.transport.verbs.device.CompletionSource;
import org.armci4j.transport.verbs.device.Completions;
import org.armci4j.transport.verbs.device.ReceiveRequests;
import org.armci4j.transport.verbs.device.SharedReceiveQueue;
import org.armci4j.transport.verbs.device.WorkStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that does at a rank what its device cannot: accumulate, atomic updates of four bytes,
 * and others where settings say so. It polls while there is work, and sleeps on the device's events
 * when there has been none for a while. It starts transfers and does not wait for them.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
final class HelperThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HelperThread.class);
  private static final int BATCH = 32;
  private static final long LOOK_NANOS = 1_000_000_000;

  private final CompletionSource arrived;
  private final SharedReceiveQueue receives;
  private final RegisteredMemory.Part slots;
  private final int slotBytes;
  private final long pollNanos;
  private final RequestServer server;
  private final Owner owner;
  private final Completions batch = new Completions(BATCH);
  private final ReceiveRequests reposts = new ReceiveRequests(BATCH);

  private final Thread thread;
  private volatile boolean stopping;

  /**
   * @param rank this rank
   * @param arrived where messages come in
   * @param receives where they are put
   * @param slots room for them
   * @param requestBytes the longest of them
   * @param pollNanos how long the thread polls in vain before it sleeps
   * @param server carries them out
   * @param owner the rank's transport
   */
  HelperThread(
      int rank,
      CompletionSource arrived,
      SharedReceiveQueue receives,
      RegisteredMemory.Part slots,
      int requestBytes,
      long pollNanos,
      RequestServer server,
      Owner owner) {
    this.arrived = arrived;
    this.receives = receives;
    this.slots = slots;
    this.slotBytes = requestBytes;
    this.pollNanos = pollNanos;
    this.server = server;
    this.owner = owner;
    postAllReceives();
    this.thread = Thread.ofPlatform().name("armci-verbs-" + rank).daemon().unstarted(this::run);
  }

  /** Whom it works for. */
  interface Owner {
    /** Another rank notifies this one's helper for procedure calls. */
    void ringHelperBell();

    /** Called about once a second, whatever there is to do. */
    void look();

    /** The thread must give up. */
    void helperEnded(RuntimeException thrown);
  }

  void start() {
    thread.start();
  }

  private void postAllReceives() {
    int count = (int) (slots.memory().byteSize() / slotBytes);
    for (int slot = 0; slot < count; slot++) {
      repost(slot);
      if (reposts.isFull()) {
        postReceives();
      }
    }
    postReceives();
  }

  private void repost(long slot) {
    reposts.add(slot, slots.memory().address() + slot * slotBytes, slotBytes, slots.localKey());
  }

  private void postReceives() {
    if (reposts.count() > 0) {
      receives.post(reposts);
      reposts.clear();
    }
  }

  private void run() {
    long lastWorkNanos = System.nanoTime();
    long lastLookNanos = lastWorkNanos;
    try {
      while (!stopping) {
        boolean worked = serveBatch();
        long now = System.nanoTime();
        if (worked) {
          lastWorkNanos = now;
        } else if (now - lastWorkNanos < pollNanos) {
          Thread.onSpinWait();
        } else {
          sleep();
        }
        if (now - lastLookNanos >= LOOK_NANOS) {
          lastLookNanos = now;
          owner.look();
        }
      }
    } catch (RuntimeException e) {
      if (!stopping) {
        LOG.error("the helper thread ends: other ranks' requests will not be served", e);
        owner.helperEnded(e);
      }
    }
  }

  private void sleep() {
    arrived.requestNotification(false);
    // What came before the request gives no event.
    if (!serveBatch()) {
      arrived.awaitEvent(LOOK_NANOS);
    }
  }

  private boolean serveBatch() {
    int count = arrived.poll(batch);
    for (int i = 0; i < count; i++) {
      if (batch.status(i) == WorkStatus.SUCCESS) {
        serve(i);
      } else if (batch.status(i) != WorkStatus.FLUSHED) {
        throw new ArmciException(
            "a message to the helper thread was lost: " + WorkStatus.text(batch.status(i)));
      }
      repost(batch.requestId(i));
    }
    postReceives();
    return count > 0;
  }

  private void serve(int index) {
    if (batch.hasImmediate(index)) {
      owner.ringHelperBell();
      return;
    }
    server.serve(new HelperRequest(slots.memory(), batch.requestId(index) * slotBytes));
  }

  @Override
  public void close() {
    stopping = true;
    arrived.wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
