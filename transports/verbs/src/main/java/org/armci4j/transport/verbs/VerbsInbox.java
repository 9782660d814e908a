package org.armci4j.transport.verbs;

import org.armci4j.ArmciException;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.verbs.device.CompletionSource;
import org.armci4j.transport.verbs.device.Completions;
import org.armci4j.transport.verbs.device.ReceiveRequests;
import org.armci4j.transport.verbs.device.SharedReceiveQueue;
import org.armci4j.transport.verbs.device.WorkStatus;

/**
 * The receives of a rank, which the queue pairs of all its connections share. A message lies in the
 * slot of its receive until it is served; then the receive is posted again.
 */
final class VerbsInbox implements HelperInbox {
  /** Immediate data of a word by which another rank rings the helper for procedure calls. */
  static final int CALL = 0;

  /** Immediate data of a word that answers a request for a list. */
  static final int ANSWER = 1;

  private static final int BATCH = 32;

  private final CompletionSource arrived;
  private final SharedReceiveQueue receives;
  private final RegisteredMemory.Part slots;
  private final int slotBytes;
  private final int localKey;
  private final Completions batch = new Completions(BATCH);
  private final ReceiveRequests reposts = new ReceiveRequests(BATCH);

  /**
   * Posts all receives.
   *
   * @param arrived completions of receives
   * @param receives where they are posted
   * @param slots room for messages
   * @param slotBytes the longest message
   */
  VerbsInbox(
      CompletionSource arrived,
      SharedReceiveQueue receives,
      RegisteredMemory.Part slots,
      int slotBytes) {
    this.arrived = arrived;
    this.receives = receives;
    this.slots = slots;
    this.slotBytes = slotBytes;
    this.localKey = VerbsRegistration.localKey(slots.registration());
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
    reposts.add(slot, slots.address() + slot * slotBytes, slotBytes, localKey);
  }

  private void postReceives() {
    if (reposts.count() > 0) {
      receives.post(reposts);
      reposts.clear();
    }
  }

  @Override
  public boolean receive(Receiver receiver) {
    int count = arrived.poll(batch);
    for (int i = 0; i < count; i++) {
      if (batch.status(i) == WorkStatus.SUCCESS) {
        give(i, receiver);
      } else if (batch.status(i) != WorkStatus.FLUSHED) {
        throw new ArmciException(
            "a message to the helper thread was lost: " + WorkStatus.text(batch.status(i)));
      }
      repost(batch.requestId(i));
    }
    postReceives();
    return count > 0;
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

  @Override
  public void arm() {
    arrived.requestNotification(false);
  }

  @Override
  public void await(long timeoutNanos) {
    arrived.awaitEvent(timeoutNanos);
  }

  @Override
  public void wake() {
    arrived.wake();
  }
}
