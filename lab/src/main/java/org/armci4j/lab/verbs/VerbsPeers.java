package org.armci4j.lab.verbs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Subject;

/** Finds the other users of the device: perftest, and Open MPI through libfabric. */
final class VerbsPeers {
  static final String PERFTEST = "perftest";
  static final String MPI = "openmpi";

  private final List<String> missing = new ArrayList<>();

  /** Returns perftest as a subject of two ranks; empty if it is not installed. */
  List<Subject> perftest(String device) {
    boolean installed =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "ib_write_lat")));
    if (!installed) {
      missing.add("perftest is missing: apt-get install perftest");
      return List.of();
    }
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Perftest.class.getName(),
            device);
    return List.of(new Subject(PERFTEST, ranks -> command));
  }

  /** Returns Open MPI, led to the device through libfabric, as it has no verbs component. */
  List<Subject> openMpi() {
    InstalledPeers peers = InstalledPeers.find("network", List.of(PeerLibrary.OPENMPI), 0);
    missing.addAll(peers.missing());
    String provider = "verbs;ofi_rxm";
    List<String> options = new ArrayList<>();
    for (String[] parameter :
        new String[][] {
          {"pml", "cm"},
          {"mtl", "ofi"},
          {"osc", "^ucx"},
          {"btl", "self"},
          {"mtl_ofi_provider_include", provider}
        }) {
      options.addAll(List.of("--mca", parameter[0], parameter[1]));
    }
    for (String variable :
        List.of(
            "FI_PROVIDER=" + provider,
            "FI_VERBS_IFACE=" + networkDevice(),
            "FI_UNIVERSE_SIZE=4",
            // Longer queues would exceed a software device's completion queue.
            "FI_OFI_RXM_MSG_TX_SIZE=128",
            "FI_OFI_RXM_MSG_RX_SIZE=128")) {
      options.addAll(List.of("-x", variable));
    }
    return peers.subjects().stream()
        .map(
            peer ->
                new Subject(
                    MPI,
                    ranks -> {
                      List<String> command = new ArrayList<>(peer.launch().apply(ranks));
                      command.addAll(1, options);
                      return command;
                    }))
        .toList();
  }

  /** Returns the network device of the user's environment, by default the lab's. */
  private static String networkDevice() {
    return System.getenv().getOrDefault("FI_VERBS_IFACE", "rail0");
  }

  /** Returns a line for each missing peer, naming the packages to install. */
  List<String> missing() {
    return List.copyOf(missing);
  }
}
