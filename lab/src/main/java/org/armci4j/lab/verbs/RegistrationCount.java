package org.armci4j.lab.verbs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Counts the registrations of this host's RDMA devices, by the kernel's account. */
public final class RegistrationCount {
  private static final Path DEVICES = Path.of("/sys/class/infiniband");
  private static final Pattern MEMORY_REGIONS = Pattern.compile("\\bmr (\\d+)");

  private RegistrationCount() {}

  /** Returns whether this host has RDMA devices: the folder alone stands for their driver. */
  public static boolean isPossible() {
    if (!Files.isDirectory(DEVICES)) {
      return false;
    }
    try (Stream<Path> devices = Files.list(DEVICES)) {
      return devices.findAny().isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the number of registrations that all processes have.
   *
   * @throws IllegalStateException when {@code rdma resource} counts none
   */
  public static long now() {
    try {
      Process rdma = new ProcessBuilder("rdma", "resource").redirectErrorStream(true).start();
      String text = new String(rdma.getInputStream().readAllBytes(), UTF_8);
      Matcher each = MEMORY_REGIONS.matcher(text);
      if (!each.find()) {
        throw new IllegalStateException("rdma resource counts no registrations: " + text);
      }
      long sum = 0;
      do {
        sum += Long.parseLong(each.group(1));
      } while (each.find());
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException("registrations are counted by rdma, of iproute2", e);
    }
  }
}
