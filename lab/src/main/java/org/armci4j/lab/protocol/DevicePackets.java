package org.armci4j.lab.protocol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Counts the packets that all RDMA devices of this host have sent since this object's creation.
 * Source of the counter: {@code rxe_hw_counters.c} of Linux's software device.
 */
final class DevicePackets {
  private static final Path DEVICES = Path.of("/sys/class/infiniband");
  private static final String COUNTER = "ports/1/hw_counters/sent_pkts";

  private final long before = total();

  /** Returns the number of packets; 0 where the devices do not count them. */
  long count() {
    return total() - before;
  }

  private static long total() {
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(DEVICES)) {
      long sum = 0;
      for (Path device : devices) {
        Path counter = device.resolve(COUNTER);
        sum += Files.exists(counter) ? Long.parseLong(Files.readString(counter).strip()) : 0;
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read counters of " + DEVICES, e);
    }
  }
}
