package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.network.CloseStack;
import org.armci4j.transport.verbs.device.Access;
import org.armci4j.transport.verbs.device.CompletionQueue;
import org.armci4j.transport.verbs.device.Device;
import org.armci4j.transport.verbs.device.MemoryRegion;
import org.armci4j.transport.verbs.device.QueuePair;
import org.armci4j.transport.verbs.device.QueuePairOptions;
import org.armci4j.transport.verbs.device.Retries;
import org.armci4j.transport.verbs.device.SharedReceiveQueue;
import org.armci4j.transport.verbs.device.VerbsException;
import org.armci4j.transport.verbs.device.VerbsLibrary;
import org.armci4j.transport.verbs.device.port.DeviceAttributes;
import org.armci4j.transport.verbs.device.port.GidChoice;

/**
 * Holds an open device and the queues that all connections through it share: the completions of
 * this rank's requests, the completions of messages to its helper thread, and the receives for
 * these messages.
 */
final class Adapter implements AutoCloseable {
  /** Unit of time-outs in the InfiniBand Architecture Specification. */
  private static final long TIMEOUT_UNIT_NANOS = 4096;

  /**
   * No limit: a helper thread that is only slow must not break connections. A dead rank is noticed
   * otherwise.
   */
  private static final int RECEIVER_RETRIES = 7;

  /** 0.64 ms, as min_rnr_timer codes it. */
  private static final int RECEIVER_TIMER = 12;

  private final Device device;
  private final GidChoice path;
  private final Retries retries;
  private final int queueDepth;
  private final int inlineBytes;
  private final CompletionQueue sent;
  private final CompletionQueue arrived;
  private final SharedReceiveQueue receives;
  private final int maxSegments;
  private final int lineSegments;
  private final boolean waitsForOrder;
  private final CloseStack made = new CloseStack();

  private Adapter(Device device, GidChoice path, Settings settings, int connections) {
    this.device = made.push(device);
    this.path = path;
    this.retries =
        new Retries(
            timeoutExponent(settings.get(VerbsSettings.ACK_TIMEOUT)),
            settings.get(VerbsSettings.RETRIES),
            RECEIVER_RETRIES,
            RECEIVER_TIMER);
    this.queueDepth = settings.get(VerbsSettings.QUEUE_DEPTH);
    this.inlineBytes = Math.max(Long.BYTES, settings.get(VerbsSettings.INLINE_BYTES));
    DeviceAttributes limits = device.attributes();
    this.maxSegments =
        Math.min(
            settings.get(VerbsSettings.SEGMENTS),
            Math.min(limits.maxSegments(), limits.maxReadSegments()));
    this.lineSegments =
        Math.min(settings.get(VerbsSettings.ASSISTED_SEGMENTS), limits.maxSegments());
    this.waitsForOrder = waitsForOrder(settings, limits);
    int slots = settings.get(VerbsSettings.RECEIVES);
    long requests = (long) queueDepth * connections;
    try {
      this.sent =
          made.push(
              device.createCompletionQueue(
                  (int) Math.min(limits.maxCompletions(), requests), false));
      this.arrived =
          made.push(
              device.createCompletionQueue(Math.min(limits.maxCompletions(), 2 * slots), true));
      this.receives = made.push(device.createSharedReceiveQueue(slots, 1));
    } catch (RuntimeException e) {
      made.closeAfter(e);
      throw e;
    }
  }

  /**
   * Opens the devices, one for each rail.
   *
   * @param plan names the ports
   * @param ranks number of ranks in the job
   * @param made closes the devices in the end
   */
  static List<Adapter> openAll(RailPlan plan, int ranks, CloseStack made) {
    VerbsLibrary library = VerbsLibrary.find().library();
    int connections = plan.connections(ranks);
    List<Adapter> opened = new ArrayList<>();
    for (GidChoice path : plan.ports()) {
      Device device = library.open(path.device());
      opened.add(made.push(new Adapter(device, path, plan.settings(), connections)));
    }
    return opened;
  }

  /**
   * Returns whether the origin keeps the order of requests through a device by waiting, see {@link
   * RequestChain}.
   */
  static boolean waitsForOrder(Settings settings, DeviceAttributes device) {
    return switch (settings.get(VerbsSettings.ORDER)) {
      case AUTO -> device.isSoftware();
      case DEVICE -> false;
      case WAIT -> true;
    };
  }

  private static int timeoutExponent(Duration timeout) {
    long units = Math.max(1, timeout.toNanos() / TIMEOUT_UNIT_NANOS);
    return Math.min(31, Long.SIZE - Long.numberOfLeadingZeros(units - 1));
  }

  Device device() {
    return device;
  }

  GidChoice path() {
    return path;
  }

  Retries retries() {
    return retries;
  }

  /** Returns the completion queue of this rank's own requests. */
  CompletionQueue sent() {
    return sent;
  }

  /** Returns the completion queue of receives, which take messages to the helper thread. */
  CompletionQueue arrived() {
    return arrived;
  }

  SharedReceiveQueue receives() {
    return receives;
  }

  /** Returns the most segments of a request, reads included. */
  int maxSegments() {
    return maxSegments;
  }

  /** Returns whether its connections keep the order of requests by waiting. */
  boolean waitsForOrder() {
    return waitsForOrder;
  }

  /** Makes a queue pair, with less inline data where the device refuses the wanted size. */
  QueuePair newQueuePair() {
    for (int inline = inlineBytes; ; inline /= 2) {
      try {
        return device.createQueuePair(
            new QueuePairOptions(sent, arrived, receives, queueDepth, maxSegments, inline, 0));
      } catch (VerbsException refused) {
        if (inline <= Long.BYTES) {
          throw refused;
        }
      }
    }
  }

  /** Makes a completion queue for lines, with the wanted capacity or the device's largest. */
  CompletionQueue newLineCompletions(int wanted) {
    return device.createCompletionQueue(
        Math.min(device.attributes().maxCompletions(), wanted), false);
  }

  /** Makes a queue pair for a line, with a receive queue of its own. */
  QueuePair newLineQueuePair(CompletionQueue completions, int depth) {
    return device.createQueuePair(
        new QueuePairOptions(completions, completions, null, depth, lineSegments, 0, depth));
  }

  /** Returns the most segments of a message of a line. */
  int lineSegments() {
    return lineSegments;
  }

  /** Registers memory for all kinds of access. */
  MemoryRegion register(MemorySegment memory) {
    return device.register(memory.address(), memory.byteSize(), Access.ALL);
  }

  /** Returns device and port, for messages. */
  @Override
  public String toString() {
    return path.device() + " port " + path.port();
  }

  /** Closes the device. Everything made from it elsewhere must have been closed before. */
  @Override
  public void close() {
    made.close();
  }
}
