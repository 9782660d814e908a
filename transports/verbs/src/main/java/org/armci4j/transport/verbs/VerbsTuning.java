package org.armci4j.transport.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.bootstrap.settings.TunedValues;

/** Finds what {@code armci tune} has kept for the RDMA devices of this host. */
public final class VerbsTuning {
  private static final Path DEVICES = Path.of("/sys/class/infiniband");
  private static final String NONE = "none";

  private VerbsTuning() {}

  /** Returns the values for this host's kind of devices, which may not be there. */
  public static TunedValues ofThisHost() {
    return TunedValues.of("verbs-" + kind(DEVICES), System.getenv());
  }

  /**
   * Returns the kind of the devices in a folder of the kernel's: for each its type and link layer,
   * so that hosts of one cluster have the same kind, and others another one.
   */
  static String kind(Path folder) {
    try (Stream<Path> devices = Files.list(folder)) {
      return devices
          .map(device -> type(device) + "-" + read(device.resolve("ports/1/link_layer")))
          .map(kind -> kind.replaceAll("[^\\w.-]", "_"))
          .distinct()
          .sorted()
          .collect(Collectors.joining("+"));
    } catch (IOException none) {
      return NONE;
    }
  }

  /** Returns the type that the device's driver gives, or its name without its number. */
  private static String type(Path device) {
    String type = read(device.resolve("hca_type"));
    return type.isEmpty() ? device.getFileName().toString().replaceFirst("_?\\d+$", "") : type;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException none) {
      return "";
    }
  }
}
