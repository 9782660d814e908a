package org.armci4j.transport.verbs.device;

import java.lang.ref.Reference;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.ibv.LibIbverbs;

/**
 * Wraps a completion queue (ibv_create_cq(3)), and its event channel if it has one. Any thread may
 * poll.
 */
public final class CompletionQueue implements CompletionSource, AutoCloseable {
  private final Device device;
  private final LibIbverbs.PollCq pollCq;
  private final EventChannel events; // null without events
  private long handle;

  private CompletionQueue(Device device, EventChannel events, long handle) {
    this.device = device;
    this.pollCq = device.dataPath().pollCq;
    this.events = events;
    this.handle = handle;
  }

  static CompletionQueue create(Device device, int capacity, boolean withEvents) {
    EventChannel events = withEvents ? new EventChannel(device) : null;
    long channel = withEvents ? events.handle() : 0;
    long handle = device.verbs().ibv_create_cq(device.handle(), capacity, 0, channel, 0);
    if (handle == 0) {
      VerbsException failure =
          VerbsLibrary.failure(
              "ibv_create_cq for "
                  + capacity
                  + " completions (the device allows "
                  + device.attributes().maxCompletions()
                  + ")",
              device.name());
      if (withEvents) {
        events.close();
      }
      throw failure;
    }
    return new CompletionQueue(device, events, handle);
  }

  @Override
  public int poll(Completions batch) {
    int count;
    try {
      count = pollCq.call(handle(), batch.capacity(), batch.address());
    } finally {
      Reference.reachabilityFence(batch);
    }
    batch.count(Math.max(0, count));
    if (count < 0) {
      throw new VerbsException("ibv_poll_cq", device.name(), -count);
    }
    return count;
  }

  @Override
  public void requestNotification(boolean solicitedOnly) {
    events();
    device.check(
        "ibv_req_notify_cq", device.dataPath().requestNotify.call(handle(), solicitedOnly ? 1 : 0));
  }

  @Override
  public boolean awaitEvent(long timeoutNanos) {
    return events().await(handle(), timeoutNanos);
  }

  @Override
  public void wake() {
    events().wake();
  }

  private EventChannel events() {
    if (events == null) {
      throw new IllegalStateException("this completion queue was made without events");
    }
    return events;
  }

  /** Returns the completions that it holds, at least as many as were asked for. */
  public int capacity() {
    return Raw.getInt(handle() + Layout.IbvCq.CQE);
  }

  @Override
  public void close() {
    if (handle != 0) {
      if (events != null) {
        events.acknowledge(handle); // ibv_destroy_cq waits for it
      }
      device.check("ibv_destroy_cq", device.verbs().ibv_destroy_cq(handle));
      handle = 0;
      if (events != null) {
        events.close();
      }
    }
  }

  long handle() {
    return device.checkOpen(handle, "completion queue");
  }
}
