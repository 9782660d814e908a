package org.armci4j.transport.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.TunedValues;

/** Finds what {@code armci tune} has kept for the RDMA devices of this host. */
public final class VerbsTuning {
  private static final Path DEVICES = Path.of("/sys/class/infiniband");
  private static final String NONE = "none";

  /**
   * The settings that are kept: each rank may have values of its own, as hosts may have other
   * files, or none. {@link VerbsSettings#COPY_PIECE_BYTES} is not among them: a rank refuses packed
   * gets of longer pieces than its own.
   */
  private static final List<Setting<?>> KEPT =
      List.of(
          VerbsSettings.INLINE_BYTES,
          VerbsSettings.REGISTER_BYTES,
          VerbsSettings.GET,
          VerbsSettings.PACKED_SEGMENT_BYTES,
          VerbsSettings.ASSISTED_SEGMENT_BYTES,
          VerbsSettings.STRIPE_BYTES,
          VerbsSettings.SIGNAL_EVERY,
          VerbsSettings.CHAIN,
          VerbsSettings.SEGMENTS);

  private VerbsTuning() {}

  /**
   * Keeps values for this host's kind of devices, but those on which all ranks must agree.
   *
   * @param date when they were measured
   * @param values as texts, by setting
   * @return the file in which they are
   * @throws IOException when the file cannot be written
   */
  public static Path keep(LocalDate date, Map<Setting<?>, String> values) throws IOException {
    Map<String, String> kept = new TreeMap<>();
    values.forEach(
        (setting, value) -> {
          if (KEPT.contains(setting)) {
            kept.put(setting.name(), value);
          }
        });
    TunedValues ofThisHost = ofThisHost();
    ofThisHost.write(date, kept);
    return ofThisHost.file();
  }

  /** Returns settings with the kept values, which may not be there, as their defaults. */
  static Settings standIn(Settings settings) {
    Settings all = settings.with(VerbsSettings.ALL);
    return all.get(VerbsSettings.TUNED) ? ofThisHost().standIn(all, KEPT) : all;
  }

  private static TunedValues ofThisHost() {
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
