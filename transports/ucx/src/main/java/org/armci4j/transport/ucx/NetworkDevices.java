package org.armci4j.transport.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists the network devices of this host that UCX could use, as rows of text. */
final class NetworkDevices {
  private NetworkDevices() {}

  /**
   * Returns rows of the choice mark, the device, its kind, and its addresses.
   *
   * @param wanted the setting {@code ucxDevices}
   */
  static List<List<String>> rows(String wanted) {
    List<List<String>> rows = new ArrayList<>();
    try {
      for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
        if (device.isUp()) {
          rows.add(row(wanted, device.getName(), "tcp", addresses(device)));
        }
      }
      if (Files.isDirectory(RdmaDevices.FOLDER)) {
        try (Stream<Path> devices = Files.list(RdmaDevices.FOLDER)) {
          devices.forEach(
              device -> rows.add(row(wanted, device.getFileName().toString(), "RDMA", "")));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  private static String addresses(NetworkInterface device) {
    return device
        .inetAddresses()
        .map(address -> address.getHostAddress().replaceFirst("%.*", ""))
        .collect(Collectors.joining(" "));
  }

  /** Makes a device's row. The setting may name an RDMA device with a port behind a colon. */
  private static List<String> row(String wanted, String device, String kind, String addresses) {
    boolean chosen =
        wanted.equals(UcxSettings.AUTO)
            || Arrays.stream(wanted.split(",", -1))
                .anyMatch(name -> name.equals(device) || name.startsWith(device + ":"));
    return List.of(chosen ? "*" : "", device, kind, addresses);
  }
}
