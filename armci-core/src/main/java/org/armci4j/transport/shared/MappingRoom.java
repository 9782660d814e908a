package org.armci4j.transport.shared;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;

/**
 * How many mappings this process has of those that the kernel allows it. Memory that cannot be
 * mapped is told of by the kernel as memory that is missing, although there may be plenty.
 */
final class MappingRoom {
  /** What a JVM takes and gives back by the way. */
  private static final int SLACK = 256;

  private MappingRoom() {}

  /** What to change when a mapping was refused; empty when there was room for more of them. */
  static String advice() {
    // In one read: the kernel gives such a number to the first, however few bytes it asks for.
    try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"));
        BufferedReader limit = Files.newBufferedReader(Path.of("/proc/sys/vm/max_map_count"))) {
      return advice(mappings.count(), Long.parseLong(limit.readLine()));
    } catch (IOException | NumberFormatException unknown) {
      return "";
    }
  }

  static String advice(long mappings, long limit) {
    return mappings + SLACK < limit
        ? ""
        : Text.format(
            "; this process has %,d of the %,d mappings that the kernel allows it: raise the limit"
                + " (sysctl -w vm.max_map_count=%d), or have fewer ranks in one JVM",
            mappings, limit, 4 * limit);
  }
}
