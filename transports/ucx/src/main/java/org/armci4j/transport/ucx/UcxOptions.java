package org.armci4j.transport.ucx;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.armci4j.bootstrap.settings.Settings;

/** Translates the settings to UCX's own options. */
final class UcxOptions {
  /**
   * All of UCX's transports but shared memory. Ranks of one host have the runtime's own, and two
   * hosts that share a kernel look to UCX like one.
   */
  private static final String NETWORKS = "^sm,self";

  private static final String TCP_ALONE = "tcp";

  /** Lists whose only network is TCP; "self" is a rank's way to itself. */
  private static final Set<String> TCP_NAMES = Set.of(TCP_ALONE, "tcp,self", "self,tcp");

  /** Segment sizes. A sent segment must fit the receiver's, so both are set, or none. */
  private static final List<String> TCP_SEGMENTS = List.of("TX_SEG_SIZE", "RX_SEG_SIZE");

  /**
   * Prefix of these names in the environment. From a program UCX 1.13 takes them only without the
   * prefix. It ignores unknown names, so both forms are set.
   */
  private static final String TCP = "TCP_";

  /**
   * Longer segments of a put go without a copy as messages of their own; see {@link
   * UcxSignalMessages}.
   */
  private static final long TCP_PACKED_SEGMENT_BYTES = 16 << 10;

  /** Lower limit of TCP's segment size. */
  private static final long LEAST_SEGMENT_BYTES = 1024;

  /** UCX's option for the number of connections by which it sends messages to a rank. */
  static final String LANES = "UCX_MAX_EAGER_LANES";

  private UcxOptions() {}

  /**
   * Returns UCX's transports. Soft-RoCE devices are left out unless somebody names transports or
   * devices. With two such devices on each of two hosts, UCX 1.13.1 ends its process by an
   * assertion of its own (ucp_request.c:684; newer versions lack it). With one device, a job makes
   * no progress in 100 s. TCP uses the same network.
   */
  static String transports(
      Settings settings, Map<String, String> environment, RdmaDevices devices) {
    String asked = settings.get(UcxSettings.TLS);
    if (!asked.equals(UcxSettings.AUTO)) {
      return asked;
    }
    return environment.getOrDefault(
        "UCX_TLS", leavesSoftRoceOut(settings, environment, devices) ? TCP_ALONE : NETWORKS);
  }

  /** Returns whether {@link #transports} are TCP alone because of Soft-RoCE. */
  static boolean leavesSoftRoceOut(
      Settings settings, Map<String, String> environment, RdmaDevices devices) {
    return devices == RdmaDevices.SOFT_ROCE
        && settings.get(UcxSettings.TLS).equals(UcxSettings.AUTO)
        && settings.get(UcxSettings.DEVICES).equals(UcxSettings.AUTO)
        && !environment.containsKey("UCX_TLS")
        && !environment.containsKey("UCX_NET_DEVICES");
  }

  /** Returns whether UCX has nothing but TCP to choose from. */
  static boolean isTcpAlone(
      Settings settings, Map<String, String> environment, RdmaDevices devices) {
    String tls = transports(settings, environment, devices);
    return TCP_NAMES.contains(tls) || (tls.equals(NETWORKS) && devices == RdmaDevices.NONE);
  }

  /**
   * Returns whether UCX divides messages among several connections to a rank. The connections for
   * the answers are then made only when there is an answer to divide. UCX 1.13.1 ends the process
   * if the ports are closed by then.
   */
  static boolean connectsLate(Map<String, String> environment) {
    return !environment.getOrDefault(LANES, "1").equals("1");
  }

  /**
   * Returns the average length below which segments of lists are packed. Over TCP alone it is
   * longer unless somebody names one: there each other segment costs a message and an answer.
   */
  static long packedSegmentBytes(
      Settings settings, Map<String, String> environment, RdmaDevices devices) {
    boolean isNamed = !settings.origin(UcxSettings.PACKED_SEGMENT_BYTES).equals(Settings.DEFAULT);
    return isNamed || !isTcpAlone(settings, environment, devices)
        ? settings.get(UcxSettings.PACKED_SEGMENT_BYTES)
        : TCP_PACKED_SEGMENT_BYTES;
  }

  private static boolean environmentCutsSegments(Map<String, String> environment) {
    return TCP_SEGMENTS.stream().anyMatch(name -> environment.containsKey("UCX_" + TCP + name));
  }

  /**
   * Returns the longest native data that are copied into one message with their signal. The message
   * must be one segment: UCX sends the parts of a longer one by several devices, and other
   * operations might come between.
   */
  static int oneMessageBytes(Settings settings, Map<String, String> environment) {
    long most = settings.get(UcxSettings.ONE_MESSAGE_BYTES);
    return (int) Math.min(most, segmentBytes(settings, environment));
  }

  /** Returns the longest data that fit one segment with their headers. */
  static int segmentBytes(Settings settings, Map<String, String> environment) {
    return Math.toIntExact(
        environmentCutsSegments(environment)
            ? LEAST_SEGMENT_BYTES - UcxSettings.SEGMENT_HEADERS_BYTES
            : settings.get(UcxSettings.TCP_SEGMENT_BYTES));
  }

  /** Returns UCX's options by name, without the prefix UCX_. */
  static Map<String, String> of(
      Settings settings, Map<String, String> environment, RdmaDevices rdma) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("TLS", transports(settings, environment, rdma));
    String devices = settings.get(UcxSettings.DEVICES);
    if (!devices.equals(UcxSettings.AUTO)) {
      options.put("NET_DEVICES", devices);
    }
    if (!environmentCutsSegments(environment)) {
      // With room for headers: data of a power of two would else take one more message.
      String segmentBytes =
          Long.toString(
              settings.get(UcxSettings.TCP_SEGMENT_BYTES) + UcxSettings.SEGMENT_HEADERS_BYTES);
      for (String name : TCP_SEGMENTS) {
        options.put(name, segmentBytes);
        options.put(TCP + name, segmentBytes);
      }
    }
    boolean device = settings.get(UcxSettings.ATOMICS) == UcxSettings.Atomics.DEVICE;
    options.put("ATOMIC_MODE", device ? "device" : "cpu");
    // Eager alone: the buffers of messages to the helper thread are reused, so a message goes out
    // at once.
    options.put("RNDV_THRESH", "inf");
    return options;
  }
}
