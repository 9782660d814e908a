package org.armci4j.transport.verbs.device;

import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.ibv.LibIbverbs;

/** Wraps a receive queue for many queue pairs (ibv_create_srq(3)). Any thread may post. */
public final class SharedReceiveQueue implements AutoCloseable {
  private final Device device;
  private final LibIbverbs.PostFunction postReceive;
  private long handle;

  private SharedReceiveQueue(Device device, long handle) {
    this.device = device;
    this.postReceive = device.dataPath().postSharedReceive;
    this.handle = handle;
  }

  static SharedReceiveQueue create(Device device, int capacity, int maxSegments) {
    try (Arena arena = Arena.ofConfined()) {
      long attributes = arena.allocate(Layout.IbvSrqInitAttr.SIZE, Long.BYTES).address();
      Raw.putInt(attributes + Layout.IbvSrqInitAttr.ATTR__MAX_WR, capacity);
      Raw.putInt(attributes + Layout.IbvSrqInitAttr.ATTR__MAX_SGE, maxSegments);
      long handle = device.verbs().ibv_create_srq(device.domain(), attributes);
      if (handle == 0) {
        throw VerbsLibrary.failure(
            "ibv_create_srq for "
                + capacity
                + " receives (the device allows "
                + device.attributes().maxSharedReceives()
                + ") of "
                + maxSegments
                + " segments",
            device.name());
      }
      return new SharedReceiveQueue(device, handle);
    }
  }

  /**
   * Posts the chain. Allocates nothing. The chain may be refilled as soon as this returns.
   *
   * @param receives at least one
   * @throws PostException if one was refused
   */
  public void post(ReceiveRequests receives) {
    if (receives.count() == 0) {
      throw new IllegalArgumentException("there is nothing to post");
    }
    int errno;
    try {
      errno = postReceive.call(handle(), receives.address(), receives.firstBadAddress());
    } finally {
      Reference.reachabilityFence(receives);
    }
    if (errno != 0) {
      throw new PostException(
          "ibv_post_srq_recv of " + receives.count(), device.name(), errno, receives.firstBad());
    }
  }

  @Override
  public void close() {
    if (handle != 0) {
      device.check("ibv_destroy_srq", device.verbs().ibv_destroy_srq(handle));
      handle = 0;
    }
  }

  long handle() {
    return device.checkOpen(handle, "shared receive queue");
  }
}
