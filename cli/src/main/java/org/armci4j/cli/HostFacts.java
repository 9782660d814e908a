package org.armci4j.cli;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.arrays.ArraysSettings;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/** Finds the properties of the host that matter to a job. */
final class HostFacts {
  private static final String UNKNOWN = "unknown";
  private static final Path RDMA_DEVICES = Path.of("/sys/class/infiniband");

  private HostFacts() {}

  /** Returns the facts by name: numbers, texts and lists of texts; leaves unknown ones out. */
  static Map<String, Object> read(Settings settings) {
    Path sharedMemory = Path.of(settings.get(BootstrapSettings.SHM_DIRECTORY));
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("architecture", property("os.arch"));
    lineOf("/proc/cpuinfo", "model name").ifPresent(name -> facts.put("processor", name));
    memoryBytes("MemTotal").ifPresent(bytes -> facts.put("memoryBytes", bytes));
    memoryBytes("MemAvailable").ifPresent(bytes -> facts.put("freeMemoryBytes", bytes));
    facts.put("sharedMemory", sharedMemory.toString());
    putSpace(facts, sharedMemory);
    facts.put("kernel", property("os.name") + " " + property("os.version"));
    facts.put("jdk", property("java.vm.vendor") + " " + property("java.runtime.version"));
    vectorBits().ifPresent(bits -> facts.put("vectorBits", bits));
    facts.put("matrixProducts", matrixProducts(settings.get(ArraysSettings.PRODUCT)));
    facts.put("hugePages", hugePages("enabled"));
    facts.put("sharedHugePages", hugePages("shmem_enabled"));
    facts.put("rdmaDevices", rdmaDevices());
    return facts;
  }

  /** Returns the facts in words for people. */
  static Map<String, String> print(Map<String, Object> facts) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("cores", list(facts, "cores", "architecture", "processor"));
    lines.put("memory", sizes(facts, "memoryBytes", "freeMemoryBytes"));
    lines.put(
        facts.get("sharedMemory").toString(),
        sizes(facts, "sharedMemoryBytes", "freeSharedMemoryBytes"));
    lines.put("kernel", list(facts, "kernel"));
    lines.put("JDK", list(facts, "jdk"));
    lines.put("vectors", list(facts, "vectorBits") + " bits");
    lines.put("matrix products", list(facts, "matrixProducts"));
    lines.put("huge pages", list(facts, "hugePages"));
    lines.put("huge pages, shm", list(facts, "sharedHugePages"));
    List<?> devices = (List<?>) facts.get("rdmaDevices");
    lines.put(
        "RDMA devices",
        devices.isEmpty()
            ? "none"
            : devices.stream().map(Object::toString).collect(Collectors.joining(", ")));
    return lines;
  }

  private static String list(Map<String, Object> facts, String... names) {
    return Stream.of(names)
        .filter(facts::containsKey)
        .map(name -> facts.get(name).toString())
        .collect(Collectors.collectingAndThen(Collectors.joining(", "), HostFacts::orUnknown));
  }

  private static String orUnknown(String text) {
    return text.isEmpty() ? UNKNOWN : text;
  }

  private static String sizes(Map<String, Object> facts, String all, String free) {
    return facts.containsKey(all)
        ? size((Long) facts.get(all)) + ", free " + size((Long) facts.getOrDefault(free, 0L))
        : UNKNOWN;
  }

  private static void putSpace(Map<String, Object> facts, Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      facts.put("sharedMemoryBytes", store.getTotalSpace());
      facts.put("freeSharedMemoryBytes", store.getUsableSpace());
    } catch (IOException missing) {
      // Without a file system the free space is unknown.
    }
  }

  /** Returns the widest vectors that the JIT uses, without loading the Vector API. */
  private static Optional<Integer> vectorBits() {
    var diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return Optional.of(8 * Integer.parseInt(diagnostics.getVMOption("MaxVectorSize").getValue()));
    } catch (IllegalArgumentException | NullPointerException otherJvm) {
      return Optional.empty();
    }
  }

  /**
   * Returns what multiplies a rank's parts of matrices in jobs of {@code armci run}, which load the
   * Vector API of each JDK that has it.
   *
   * @param provider class of the program that does; empty for none
   */
  private static String matrixProducts(String provider) {
    if (!provider.isEmpty()) {
      return provider;
    }
    return ModuleFinder.ofSystem().find("jdk.incubator.vector").isPresent()
        ? "Vector API, once it is compiled"
        : "plain loops, as this JDK has no Vector API";
  }

  /** Returns the word in brackets of a file like {@code always [madvise] never}. */
  private static String hugePages(String file) {
    try {
      String words = Files.readString(Path.of("/sys/kernel/mm/transparent_hugepage", file));
      return words.substring(words.indexOf('[') + 1, words.indexOf(']'));
    } catch (IOException | StringIndexOutOfBoundsException absent) {
      return "not supported";
    }
  }

  private static List<String> rdmaDevices() {
    List<String> devices = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(RDMA_DEVICES)) {
      for (Path device : found) {
        devices.add(device.getFileName() + portState(device));
      }
    } catch (IOException none) {
      return List.of();
    }
    return devices;
  }

  /** Returns the first port's state, from a file like {@code 4: ACTIVE}. */
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

  private static Optional<Long> memoryBytes(String key) {
    return lineOf("/proc/meminfo", key)
        .map(text -> Long.parseLong(text.replace("kB", "").strip()) << 10);
  }

  private static String size(long bytes) {
    return Text.format("%.1f GiB", bytes / (double) (1L << 30));
  }

  private static String property(String name) {
    return System.getProperty(name, UNKNOWN);
  }
}
