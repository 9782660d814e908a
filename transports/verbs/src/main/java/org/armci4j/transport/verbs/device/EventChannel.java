package org.armci4j.transport.verbs.device;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Errno;
import org.armci4j.transport.verbs.device.ibv.Layout;
import org.armci4j.transport.verbs.device.ibv.LibC;

/**
 * Wraps the completion channel of one completion queue (ibv_get_cq_event(3)) and an eventfd(2) by
 * which other threads end the sleep. A sleep is a ppoll(2) on both.
 */
final class EventChannel implements AutoCloseable {
  /**
   * Events of one acknowledgement. Acknowledging takes a lock, so it is done in batches
   * (ibv_get_cq_event(3)).
   */
  private static final int UNACKNOWLEDGED_MAX = 64;

  // Linux's values on x86-64 and aarch64.
  private static final int EFD_NONBLOCK = 0x800;
  private static final int EFD_CLOEXEC = 0x80000;
  private static final int F_SETFL = 4;
  private static final int O_NONBLOCK = 0x800;
  private static final short POLLIN = 1;

  // Layout of the memory for calls: two struct pollfd, a struct timespec, a word to read to and one
  // to write from.
  private static final int CHANNEL_POLL = 0;
  private static final int WAKE_POLL = 8;
  private static final int POLL_EVENTS = 4;
  private static final int POLL_RESULT = 6;
  private static final int TIMEOUT = 16;
  private static final int READ_WORD = 32;
  private static final int SECOND_READ_WORD = 40;
  private static final int ONE = 48;
  private static final int MEMORY_BYTES = 56;

  private final Device device;
  private final LibC libC;
  private final int channelDescriptor;
  private final int wakeDescriptor;
  private final MemorySegment memory = Raw.allocate(MEMORY_BYTES);
  private final long base = memory.address();
  private long handle;
  private int unacknowledged;

  EventChannel(Device device) {
    this.device = device;
    this.libC = device.library().libC();
    handle = device.verbs().ibv_create_comp_channel(device.handle());
    if (handle == 0) {
      throw VerbsLibrary.failure("ibv_create_comp_channel", device.name());
    }
    channelDescriptor = Raw.getInt(handle + Layout.IbvCompChannel.FD);
    wakeDescriptor = libC.eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wakeDescriptor < 0) {
      VerbsException failure = VerbsLibrary.failure("eventfd", device.name());
      device.verbs().ibv_destroy_comp_channel(handle);
      throw failure;
    }
    // After a wrong poll ibv_get_cq_event must not sleep without a limit.
    libC.fcntl(channelDescriptor, F_SETFL, O_NONBLOCK);
    preparePoll(CHANNEL_POLL, channelDescriptor);
    preparePoll(WAKE_POLL, wakeDescriptor);
    Raw.putLong(base + ONE, 1);
  }

  private void preparePoll(int offset, int descriptor) {
    Raw.putInt(base + offset, descriptor);
    Raw.putShort(base + offset + POLL_EVENTS, POLLIN);
  }

  long handle() {
    return handle;
  }

  boolean await(long queue, long timeoutNanos) {
    long nanos = Math.max(0, timeoutNanos);
    Raw.putLong(base + TIMEOUT, nanos / 1_000_000_000L);
    Raw.putLong(base + TIMEOUT + Long.BYTES, nanos % 1_000_000_000L);
    int ready = libC.ppoll(base, 2, base + TIMEOUT, 0);
    if (ready < 0) {
      int errno = VerbsLibrary.errno();
      if (errno == Errno.EINTR) {
        return false; // a sleep may end early
      }
      throw new VerbsException("ppoll of the completion channel", device.name(), errno);
    }
    if (Raw.getShort(base + WAKE_POLL + POLL_RESULT) != 0) {
      libC.read(wakeDescriptor, base + READ_WORD, Long.BYTES);
    }
    if (Raw.getShort(base + CHANNEL_POLL + POLL_RESULT) != 0) {
      takeEvent(queue);
    }
    return ready > 0;
  }

  private void takeEvent(long queue) {
    if (device.verbs().ibv_get_cq_event(handle, base + READ_WORD, base + SECOND_READ_WORD) != 0) {
      int errno = VerbsLibrary.errno();
      if (errno == Errno.EAGAIN || errno == Errno.EINTR) {
        return;
      }
      throw new VerbsException("ibv_get_cq_event", device.name(), errno);
    }
    unacknowledged++;
    if (unacknowledged >= UNACKNOWLEDGED_MAX) {
      acknowledge(queue);
    }
  }

  void acknowledge(long queue) {
    if (unacknowledged > 0) {
      device.verbs().ibv_ack_cq_events(queue, unacknowledged);
      unacknowledged = 0;
    }
  }

  void wake() {
    // It fails only if the counter is full, and then the sleeper wakes anyway.
    libC.write(wakeDescriptor, base + ONE, Long.BYTES);
  }

  @Override
  public void close() {
    if (handle != 0) {
      device.check("ibv_destroy_comp_channel", device.verbs().ibv_destroy_comp_channel(handle));
      handle = 0;
      libC.close(wakeDescriptor);
    }
  }
}
