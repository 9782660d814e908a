package org.armci4j.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the host offers that matters to a job. */
final class HostFacts {
  private static final String UNKNOWN = "unknown";
  private static final Path RDMA_DEVICES = Path.of("/sys/class/infiniband");

  private HostFacts() {}

  /** The facts by name, for people to read. */
  static Map<String, String> read(Path sharedMemory) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("cores", cores());
    facts.put("memory", memory());
    facts.put(sharedMemory.toString(), space(sharedMemory));
    facts.put("kernel", property("os.name") + " " + property("os.version"));
    facts.put("JDK", property("java.vm.vendor") + " " + property("java.runtime.version"));
    facts.put("vectors", vectors());
    facts.put("huge pages", hugePages("enabled"));
    facts.put("huge pages, shm", hugePages("shmem_enabled"));
    facts.put("RDMA devices", rdmaDevices());
    return facts;
  }

  private static String cores() {
    return Runtime.getRuntime().availableProcessors()
        + ", "
        + property("os.arch")
        + lineOf("/proc/cpuinfo", "model name").map(name -> ", " + name).orElse("");
  }

  private static String memory() {
    return lineOf("/proc/meminfo", "MemTotal").map(HostFacts::fromKib).orElse(UNKNOWN)
        + ", free "
        + lineOf("/proc/meminfo", "MemAvailable").map(HostFacts::fromKib).orElse(UNKNOWN);
  }

  private static String space(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return size(store.getTotalSpace()) + ", free " + size(store.getUsableSpace());
    } catch (IOException missing) {
      return "missing";
    }
  }

  /** The widest vectors that the JIT uses; the Vector API itself needs not be loaded for it. */
  private static String vectors() {
    var diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return 8 * Integer.parseInt(diagnostics.getVMOption("MaxVectorSize").getValue()) + " bits";
    } catch (IllegalArgumentException | NullPointerException otherJvm) {
      return UNKNOWN;
    }
  }

  /** The chosen one of the words of a file like {@code always [madvise] never}. */
  private static String hugePages(String file) {
    try {
      String words = Files.readString(Path.of("/sys/kernel/mm/transparent_hugepage", file));
      return words.substring(words.indexOf('[') + 1, words.indexOf(']'));
    } catch (IOException | StringIndexOutOfBoundsException absent) {
      return "not supported";
    }
  }

  private static String rdmaDevices() {
    List<String> devices = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(RDMA_DEVICES)) {
      for (Path device : found) {
        devices.add(device.getFileName() + portState(device));
      }
    } catch (IOException none) {
      return "none";
    }
    return devices.isEmpty() ? "none" : String.join(", ", devices);
  }

  /** The first port's state, from a file like {@code 4: ACTIVE}. */
  private static String portState(Path device) {
    try {
      String state = Files.readString(device.resolve("ports/1/state")).strip();
      return " (" + state.substring(state.indexOf(' ') + 1).toLowerCase(Locale.ROOT) + ")";
    } catch (IOException noPort) {
      return "";
    }
  }

  private static Optional<String> lineOf(String file, String key) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  private static String fromKib(String text) {
    return size(Long.parseLong(text.replace("kB", "").strip()) << 10);
  }

  private static String size(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }

  private static String property(String name) {
    return System.getProperty(name, UNKNOWN);
  }
}
