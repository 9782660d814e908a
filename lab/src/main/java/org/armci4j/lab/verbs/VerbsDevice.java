package org.armci4j.lab.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the RDMA device of both sides: the one that the settings name, or this host's first. */
public final class VerbsDevice {
  private VerbsDevice() {}

  /**
   * Returns the name of the device.
   *
   * @throws IllegalArgumentException when this host has none
   * @throws IOException when the devices cannot be listed
   */
  static String name() throws IOException {
    String named =
        System.getProperty("armci.verbsDevice", System.getenv().get("ARMCI_VERBS_DEVICE"));
    if (named != null && !named.equals("auto")) {
      return named;
    }
    Path devices = Path.of("/sys/class/infiniband");
    if (Files.isDirectory(devices)) {
      try (Stream<Path> names = Files.list(devices)) {
        List<String> sorted = names.map(one -> one.getFileName().toString()).sorted().toList();
        if (!sorted.isEmpty()) {
          return sorted.getFirst();
        }
      }
    }
    throw new IllegalArgumentException(
        "this host has no RDMA device; for a software one: armci lab -- ./armci bench verbs");
  }

  /**
   * Returns the options of JVMs whose ranks reach each other through the device.
   *
   * @throws IllegalArgumentException when this host has none
   * @throws IOException when the devices cannot be listed
   */
  public static List<String> options() throws IOException {
    return List.of(
        "-Darmci.transport=verbs", "-Darmci.verbsSameHost=device", "-Darmci.verbsDevice=" + name());
  }
}
