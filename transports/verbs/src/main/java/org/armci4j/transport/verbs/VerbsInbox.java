package org.armci4j.transport.verbs;

import java.util.Arrays;
import java.util.function.LongFunction;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.verbs.device.CompletionSource;
import org.armci4j.transport.verbs.device.Completions;
import org.armci4j.transport.verbs.device.FaultInjection;
import org.armci4j.transport.verbs.device.ReceiveRequests;
import org.armci4j.transport.verbs.device.SharedReceiveQueue;
import org.armci4j.transport.verbs.device.WorkStatus;

/**
 * Holds the receives of a rank, which the queue pairs of all its connections share. A message lies
 * in the slot of its receive until it is served; then the receive is posted again. Messages come
 * through the first rail, and through a further one once connections have moved there.
 */
final class VerbsInbox implements HelperInbox {
  /** Immediate data of a word by which another rank rings the helper for procedure calls. */
  static final int CALL = 0;

  /** Immediate data of a word that answers a request for a list. */
  static final int ANSWER = 1;

  /**
   * Longest sleep of the helper thread while messages may come through further rails, which do not
   * wake it.
   */
  private static final long LOOK_NANOS = 1_000_000;

  private static final int BATCH = 32;

  private final FaultInjection faults;
  private final LongFunction<RegisteredMemory.Part> memory;
  private final int count;
  private final int slotBytes;

  /** Receives by rail; null for a rail through which no messages come. */
  private volatile Receives[] rails = {};

  /** Holds the receives of one rail. */
  private final class Receives {
    private final CompletionSource arrived;
    private final SharedReceiveQueue queue;
    private final RegisteredMemory.Part slots;
    private final int localKey;
    private final Completions batch = new Completions(BATCH);
    private final ReceiveRequests reposts = new ReceiveRequests(BATCH);

    Receives(Rail rail) {
      this.arrived = faults.around(rail.adapter().arrived());
      this.queue = rail.adapter().receives();
      this.slots = memory.apply((long) count * slotBytes);
      this.localKey = VerbsRegistration.localKey(slots.registration(), rail.index());
      for (int slot = 0; slot < count; slot++) {
        repost(slot);
        if (reposts.isFull()) {
          postReceives();
        }
      }
      postReceives();
    }

    private void repost(long slot) {
      reposts.add(slot, slots.address() + slot * slotBytes, slotBytes, localKey);
    }

    private void postReceives() {
      if (reposts.count() > 0) {
        queue.post(reposts);
        reposts.clear();
      }
    }

    boolean receive(Receiver receiver) {
      int found = arrived.poll(batch);
      for (int i = 0; i < found; i++) {
        if (batch.status(i) == WorkStatus.SUCCESS) {
          give(i, receiver);
        } else if (batch.status(i) != WorkStatus.FLUSHED) {
          throw new ArmciException(
              "a message to the helper thread was lost: " + WorkStatus.text(batch.status(i)));
        }
        repost(batch.requestId(i));
      }
      postReceives();
      return found > 0;
    }

    private void give(int index, Receiver receiver) {
      if (batch.hasImmediate(index)) {
        if (batch.immediate(index) == ANSWER) {
          receiver.answered();
        } else {
          receiver.notified();
        }
      } else {
        receiver.message(slots.memory(), batch.requestId(index) * slotBytes);
      }
    }
  }

  /**
   * Posts all receives of the first rail.
   *
   * @param first the first rail
   * @param faults of the device to inject, for tests
   * @param memory allocates memory for messages, registered with all rails
   * @param count number of messages for which each rail has room
   * @param slotBytes longest message
   */
  VerbsInbox(
      Rail first,
      FaultInjection faults,
      LongFunction<RegisteredMemory.Part> memory,
      int count,
      int slotBytes) {
    this.faults = faults;
    this.memory = memory;
    this.count = count;
    this.slotBytes = slotBytes;
    open(first);
  }

  /** Posts the receives of a rail, once, so that messages may come through it. */
  synchronized void open(Rail rail) {
    Receives[] old = rails;
    if (rail.index() < old.length && old[rail.index()] != null) {
      return;
    }
    Receives[] more = Arrays.copyOf(old, Math.max(old.length, rail.index() + 1));
    more[rail.index()] = new Receives(rail);
    rails = more;
  }

  @Override
  public boolean receive(Receiver receiver) {
    boolean any = false;
    for (Receives rail : rails) {
      any |= rail != null && rail.receive(receiver);
    }
    return any;
  }

  @Override
  public void arm() {
    rails[0].arrived.requestNotification(false);
  }

  @Override
  public void await(long timeoutNanos) {
    boolean several = rails.length > 1;
    rails[0].arrived.awaitEvent(several ? Math.min(timeoutNanos, LOOK_NANOS) : timeoutNanos);
  }

  @Override
  public void wake() {
    rails[0].arrived.wake();
  }
}
