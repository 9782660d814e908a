package org.armci4j.transport.ucx;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.settings.Settings;

/** The settings as UCX's own options. */
final class UcxOptions {
  /**
   * All but shared memory: ranks of one host have the runtime's own, and those of two hosts that
   * share a kernel look to UCX as if they were on one.
   */
  private static final String NETWORKS = "^sm,self";

  private static final String TCP_ALONE = "tcp";

  /** What one side sends must fit what the other receives: both are set, or none. */
  private static final List<String> TCP_SEGMENTS = List.of("TX_SEG_SIZE", "RX_SEG_SIZE");

  /**
   * What the environment has before these names. UCX 1.13 takes them from a program without it
   * only, and passes over what it does not know; so they are set with and without.
   */
  private static final String TCP = "TCP_";

  /** Shorter segments are not for TCP. */
  private static final long LEAST_SEGMENT_BYTES = 1024;

  /** What UCX and the message itself put before the data, and more. */
  private static final long SEGMENT_HEADERS_BYTES = 512;

  /** By how many connections to a rank UCX sends messages. */
  static final String LANES = "UCX_MAX_EAGER_LANES";

  private UcxOptions() {}

  /**
   * UCX's transports. Devices of Soft-RoCE are left out unless somebody names transports or
   * devices: between two hosts with two of them each UCX 1.13.1 ended its process by an assertion
   * of its own (ucp_request.c:684, which newer versions do not have), and with one a job came to
   * nothing in 100 s. TCP goes over the same network.
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

  /** Whether {@link #transports} are TCP alone for the sake of Soft-RoCE. */
  static boolean leavesSoftRoceOut(
      Settings settings, Map<String, String> environment, RdmaDevices devices) {
    return devices == RdmaDevices.SOFT_ROCE
        && settings.get(UcxSettings.TLS).equals(UcxSettings.AUTO)
        && settings.get(UcxSettings.DEVICES).equals(UcxSettings.AUTO)
        && !environment.containsKey("UCX_TLS")
        && !environment.containsKey("UCX_NET_DEVICES");
  }

  /** Whether UCX has nothing but TCP to choose from. */
  static boolean isTcpAlone(
      Settings settings, Map<String, String> environment, RdmaDevices devices) {
    String tls = transports(settings, environment, devices);
    return tls.equals(TCP_ALONE) || (tls.equals(NETWORKS) && devices == RdmaDevices.NONE);
  }

  /**
   * Whether UCX divides messages among several connections to a rank. The answers' further ones are
   * made when there is first something to divide: then nobody may have closed the ports, or UCX
   * 1.13.1 ends the process.
   */
  static boolean connectsLate(Map<String, String> environment) {
    return !environment.getOrDefault(LANES, "1").equals("1");
  }

  private static boolean environmentCutsSegments(Map<String, String> environment) {
    return TCP_SEGMENTS.stream().anyMatch(name -> environment.containsKey("UCX_" + TCP + name));
  }

  /**
   * The longest data that travel with their signal. All is to be one segment: UCX sends the parts
   * of a longer message by several devices, and other operations might come between.
   */
  static int oneMessageBytes(Settings settings, Map<String, String> environment) {
    long most = settings.get(UcxSettings.ONE_MESSAGE_BYTES);
    return (int) Math.min(most, segmentBytes(settings, environment));
  }

  /** The longest data that are one segment, with what goes before them. */
  static int segmentBytes(Settings settings, Map<String, String> environment) {
    long bytes =
        environmentCutsSegments(environment)
            ? LEAST_SEGMENT_BYTES
            : settings.get(UcxSettings.TCP_SEGMENT_BYTES);
    return Math.toIntExact(bytes - SEGMENT_HEADERS_BYTES);
  }

  /** UCX's options by name, without the prefix UCX_. */
  static Map<String, String> of(
      Settings settings, Map<String, String> environment, RdmaDevices rdma) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("TLS", transports(settings, environment, rdma));
    String devices = settings.get(UcxSettings.DEVICES);
    if (!devices.equals(UcxSettings.AUTO)) {
      options.put("NET_DEVICES", devices);
    }
    if (!environmentCutsSegments(environment)) {
      String segmentBytes = Long.toString(settings.get(UcxSettings.TCP_SEGMENT_BYTES));
      for (String name : TCP_SEGMENTS) {
        options.put(name, segmentBytes);
        options.put(TCP + name, segmentBytes);
      }
    }
    boolean device = settings.get(UcxSettings.ATOMICS) == UcxSettings.Atomics.DEVICE;
    options.put("ATOMIC_MODE", device ? "device" : "cpu");
    // A message to the helper thread lies in buffers that are used again: it goes out at once.
    options.put("RNDV_THRESH", "inf");
    return options;
  }
}
