package org.armci4j.lab.papers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.benchmarks.hosts.HostNamespaces;

/** Where an experiment runs, and what limits the network there. */
enum PaperPlace {
  /** This host, without a network. */
  HERE("this host", "", ""),

  /** Two network namespaces of this host; the experiment's own option sets the rate. */
  NAMESPACES("two network namespaces of this host, UCX over TCP", "", ""),

  /** A network namespace of this host for each rank; the experiment's own option sets the rate. */
  RANK_NAMESPACES("a network namespace of this host for each rank, UCX over TCP", "", ""),

  /** One network namespace whose loopback device has a limited rate. */
  LOOPBACK(
      "a loopback device of 200 Mbit/s, UCX over TCP",
      "unshare --net",
      "ip link set lo up && tc qdisc add dev lo root tbf rate 200mbit burst 256k limit 64m"),

  /** An emulated machine whose RDMA device reaches itself. */
  DEVICE("an emulated RDMA device and itself", lab(0), ""),

  /** An emulated machine with two RDMA devices at the ends of a slow wire. */
  WIRE(
      "two emulated RDMA devices, a wire of 20 Mbit/s",
      lab(1),
      limit("rail0")
          + " && "
          + limit("rail0b")
          + " && export ARMCI_VERBS_DEVICE=rxe0/rxe0b ARMCI_VERBS_ACK_TIMEOUT=8s"),

  /** An emulated machine with two wires, whose rates the experiment sets. */
  WIRES("four emulated RDMA devices, two wires of 8 Mbit/s", lab(2), "");

  private static final String QEMU = "qemu-system-x86_64";

  private final String label;

  /** Words before the shell; empty if there are none. */
  private final String prefix;

  private final String preparation;

  PaperPlace(String label, String prefix, String preparation) {
    this.label = label;
    this.prefix = prefix;
    this.preparation = preparation;
  }

  private static String lab(int rails) {
    return "./armci lab --rails " + rails + " --timeout 7200 --";
  }

  private static String limit(String device) {
    return "tc qdisc add dev " + device + " root tbf rate 20mbit burst 10k limit 32m";
  }

  /** Returns the name for readers. */
  String label() {
    return label;
  }

  /** Returns the command that runs text for a shell here, from the checkout's folder. */
  List<String> command(String text) {
    return Stream.concat(words(), Stream.of("sh", "-c", prepared(text))).toList();
  }

  /** Returns the same command as a line for a user's shell. */
  String line(String text) {
    return prefix.isEmpty()
        ? text
        : Stream.concat(words(), Stream.of("sh", "-c", "'" + prepared(text) + "'"))
            .collect(Collectors.joining(" "));
  }

  private Stream<String> words() {
    return prefix.isEmpty() ? Stream.empty() : Stream.of(prefix.split(" ", -1));
  }

  private String prepared(String text) {
    return preparation.isEmpty() ? text : preparation + " && { " + text + "; }";
  }

  /** Returns what this host lacks to run experiments here; empty if nothing. */
  String missing() {
    return switch (this) {
      case HERE -> "";
      case NAMESPACES, RANK_NAMESPACES, LOOPBACK ->
          HostNamespaces.areAllowed() ? "" : "the right to make network namespaces, which root has";
      case DEVICE, WIRE, WIRES ->
          isInstalled(QEMU) ? "" : "QEMU, which ./armci lab -- true installs as root";
    };
  }

  private static boolean isInstalled(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
