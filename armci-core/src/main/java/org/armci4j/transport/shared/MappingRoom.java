package org.armci4j.transport.shared;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * How many more mappings the kernel allows this process. When a process has none left, the kernel
 * reports missing memory although there may be plenty, and a JVM that needs a mapping in vain dies.
 * So the last mappings are left to the JVM.
 */
final class MappingRoom {
  /** Mappings for the stacks of new threads, the heap, the compilers and the C library. */
  private static final long LEFT_TO_JVM = 1024;

  /**
   * The kernel's numbers.
   *
   * @param mappings of this process
   * @param limit how many it may have
   */
  record MappingCount(long mappings, long limit) {
    private long room() {
      return limit - Math.min(LEFT_TO_JVM, limit / 8) - mappings;
    }

    /** Returns what to change; empty when there is room for more mappings. */
    String advice() {
      return room() > 0
          ? ""
          : Text.format(
              "this process has %,d of the %,d mappings that the kernel allows it, and leaves the"
                  + " rest to the JVM: allocate fewer memories and larger ones, raise the limit"
                  + " (sysctl -w vm.max_map_count=%d), or have fewer ranks in one JVM",
              mappings, limit, 4 * limit);
    }
  }

  /** Asks the kernel. */
  interface MappingLook {
    /** Returns the numbers at this moment. */
    MappingCount count() throws IOException;
  }

  private final int ranks;
  private final MappingLook look;

  /**
   * Mappings that may be made without asking the kernel again, which is slow when there are many.
   */
  private long sure;

  /**
   * @param ranks of this process, each of which has an object of this class
   */
  MappingRoom(int ranks) {
    this(ranks, MappingRoom::ofThisProcess);
  }

  /** Creates the same, with another source of the numbers. */
  MappingRoom(int ranks, MappingLook look) {
    this.ranks = ranks;
    this.look = look;
  }

  private static MappingCount ofThisProcess() throws IOException {
    // Read at once: the kernel gives such a number only to the first read, however short.
    try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"));
        BufferedReader limit = Files.newBufferedReader(Path.of("/proc/sys/vm/max_map_count"))) {
      return new MappingCount(mappings.count(), Long.parseLong(limit.readLine()));
    }
  }

  /**
   * Takes room for a mapping. Part of the remaining room may be taken without asking the kernel
   * again: all ranks of the process together take half of it at most until each has asked again.
   *
   * @throws ArmciException when only the JVM's part is left
   */
  synchronized void take() {
    if (sure == 0) {
      MappingCount found = count();
      String advice = found.advice();
      if (!advice.isEmpty()) {
        throw new ArmciException("cannot map another block: " + advice);
      }
      sure = Math.max(1, found.room() / (2L * ranks));
    }
    sure--;
  }

  /**
   * Returns what to change when a mapping was refused; empty when there was room for more of them.
   */
  String advice() {
    String advice = count().advice();
    return advice.isEmpty() ? "" : "; " + advice;
  }

  /** Returns the kernel's numbers. A system that does not tell them counts as having no limit. */
  private MappingCount count() {
    try {
      return look.count();
    } catch (IOException | NumberFormatException unknown) {
      return new MappingCount(0, Long.MAX_VALUE / 4);
    }
  }
}
