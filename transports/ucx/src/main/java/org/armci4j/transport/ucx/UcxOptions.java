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

  /** What one side sends must fit what the other receives: both are set, or none. */
  private static final List<String> TCP_SEGMENTS = List.of("TX_SEG_SIZE", "RX_SEG_SIZE");

  /**
   * What the environment has before these names. UCX 1.13 takes them from a program without it
   * only, and passes over what it does not know; so they are set with and without.
   */
  private static final String TCP = "TCP_";

  private UcxOptions() {}

  /**
   * Whether UCX has nothing but TCP to choose from.
   *
   * @param rdma whether this host has RDMA devices
   */
  static boolean isTcpAlone(Settings settings, Map<String, String> environment, boolean rdma) {
    String tls = settings.get(UcxSettings.TLS);
    if (tls.equals(UcxSettings.AUTO)) {
      tls = environment.getOrDefault("UCX_TLS", NETWORKS);
    }
    return tls.equals("tcp") || (tls.equals(NETWORKS) && !rdma);
  }

  /** UCX's options by name, without the prefix UCX_. */
  static Map<String, String> of(Settings settings, Map<String, String> environment) {
    Map<String, String> options = new LinkedHashMap<>();
    String tls = settings.get(UcxSettings.TLS);
    if (!tls.equals(UcxSettings.AUTO)) {
      options.put("TLS", tls);
    } else if (!environment.containsKey("UCX_TLS")) {
      options.put("TLS", NETWORKS);
    }
    String devices = settings.get(UcxSettings.DEVICES);
    if (!devices.equals(UcxSettings.AUTO)) {
      options.put("NET_DEVICES", devices);
    }
    if (TCP_SEGMENTS.stream().noneMatch(name -> environment.containsKey("UCX_" + TCP + name))) {
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
