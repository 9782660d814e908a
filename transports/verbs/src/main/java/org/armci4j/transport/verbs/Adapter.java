package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
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
import org.armci4j.transport.verbs.device.port.DeviceInfo;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.GidRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A device that a rank uses, and what all its connections share: a queue of completions of its own
 * requests, another one of what arrives for its helper thread, and the receives for that.
 */
final class Adapter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Adapter.class);

  /** The IBTA specification's unit of time-outs. */
  private static final long TIMEOUT_UNIT_NANOS = 4096;

  /** Without end: a helper that is only slow must not break connections; a dead one is noticed. */
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
   * Chooses and opens, for each rail one.
   *
   * @param rankOnHost which of this host's ranks this one is, from 0
   * @param ranks of the job
   * @param made gets what is to be closed
   */
  static List<Adapter> openAll(Settings settings, int rankOnHost, int ranks, CloseStack made) {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    if (!found.isAvailable()) {
      throw new ArmciException("transport verbs: " + found.reason());
    }
    List<GidChoice> chosen = choose(found.library(), settings, rankOnHost);
    int connections = VerbsSettings.connections(settings, ranks);
    List<Adapter> opened = new ArrayList<>();
    for (GidChoice path : chosen) {
      Device device = found.library().open(path.device());
      opened.add(made.push(new Adapter(device, path, settings, connections)));
    }
    int wanted = VerbsSettings.rails(settings);
    if (opened.size() < wanted) {
      LOG.warn(
          "rank {} of this host has {} active RDMA ports, not {}: paths share them",
          rankOnHost,
          opened.size(),
          wanted);
    }
    return opened;
  }

  /** The ports that the settings and this machine's devices lead to, the first rail's first. */
  static List<GidChoice> choose(VerbsLibrary library, Settings settings, int rankOnHost) {
    List<DeviceInfo> devices = library.survey();
    List<List<GidChoice>> byName = new ArrayList<>();
    try {
      for (String name : VerbsSettings.devices(settings, rankOnHost)) {
        GidRequest request =
            new GidRequest(
                name.equals("auto") ? null : name,
                settings.get(VerbsSettings.PORT),
                settings.get(VerbsSettings.GID_INDEX),
                settings.get(VerbsSettings.MTU));
        byName.add(GidChoice.all(devices, request));
      }
      return GidChoice.inTurn(byName, VerbsSettings.rails(settings));
    } catch (IllegalArgumentException none) {
      throw new ArmciException(
          Text.format(
              "transport verbs: %s; see ARMCI_VERBS_DEVICE, ARMCI_VERBS_PORT,"
                  + " ARMCI_VERBS_GID_INDEX",
              none.getMessage()),
          none);
    }
  }

  /** Whether connections through a device wait where order is wanted, see {@link RequestChain}. */
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

  /** Completions of this rank's own requests. */
  CompletionQueue sent() {
    return sent;
  }

  /** Completions of receives: requests for the helper thread. */
  CompletionQueue arrived() {
    return arrived;
  }

  SharedReceiveQueue receives() {
    return receives;
  }

  /** Segments that a request of its queue pairs may have, a read too. */
  int maxSegments() {
    return maxSegments;
  }

  /** Whether its connections wait where order is wanted. */
  boolean waitsForOrder() {
    return waitsForOrder;
  }

  /** With less inline data where the device refuses as much as is wished. */
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

  /** A queue for the completions of lines, for as many as are wanted if the device can. */
  CompletionQueue newLineCompletions(int wanted) {
    return device.createCompletionQueue(
        Math.min(device.attributes().maxCompletions(), wanted), false);
  }

  /** A queue pair for a line, with a receive queue of its own. */
  QueuePair newLineQueuePair(CompletionQueue completions, int depth) {
    return device.createQueuePair(
        new QueuePairOptions(completions, completions, null, depth, lineSegments, 0, depth));
  }

  /** Segments of a message of a line, at most. */
  int lineSegments() {
    return lineSegments;
  }

  /** Registers memory of the runtime's own for everything. */
  MemoryRegion register(MemorySegment memory) {
    return device.register(memory.address(), memory.byteSize(), Access.ALL);
  }

  /** Name of device and port, for messages. */
  @Override
  public String toString() {
    return path.device() + " port " + path.port();
  }

  /** What was made from it outside must be closed before. */
  @Override
  public void close() {
    made.close();
  }
}
