package org.armci4j.transport.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.TunedValues;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.verbs.device.VerbsLibrary;
import org.armci4j.transport.verbs.device.port.GidChoice;

/** Finds what {@code armci tune} has kept for the RDMA devices that jobs use on this host. */
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
   * Keeps values for the kind of the devices that were measured, but those on which all ranks must
   * agree.
   *
   * @param settings of the job that has measured, those of this transport among them
   * @param date when they were measured
   * @param values as texts, by setting
   * @return the file in which they are
   * @throws IOException when the file cannot be written
   */
  public static Path keep(Settings settings, LocalDate date, Map<Setting<?>, String> values)
      throws IOException {
    Map<String, String> kept = new TreeMap<>();
    values.forEach(
        (setting, value) -> {
          if (KEPT.contains(setting)) {
            kept.put(setting.name(), value);
          }
        });
    TunedValues ofDevices = ofDevices(settings);
    ofDevices.write(date, kept);
    return ofDevices.file();
  }

  /** Returns settings with the kept values, which may not be there, as their defaults. */
  static Settings standIn(Settings settings) {
    Settings all = settings.with(VerbsSettings.ALL);
    return all.get(VerbsSettings.TUNED) ? ofDevices(all).standIn(all, KEPT) : all;
  }

  /**
   * Returns the number of paths to a rank in a job whose hosts all have the ports of this one.
   *
   * @param settings of the job, those of this transport among them
   * @return 1 where no port can be used
   */
  public static int paths(Settings settings) {
    RailPlan plan = plan(settings);
    return plan == null ? 1 : plan.paths();
  }

  /** Returns the plan of such a job; null where no port can be used. */
  private static RailPlan plan(Settings settings) {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    try {
      return found.isAvailable() ? RailPlan.here(found.library().survey(), settings) : null;
    } catch (ArmciException none) {
      return null;
    }
  }

  private static TunedValues ofDevices(Settings settings) {
    return TunedValues.of("verbs-" + kind(DEVICES, () -> chosen(settings)), System.getenv());
  }

  /** Returns the devices of the host's first rank; none where no rank can use this transport. */
  private static List<String> chosen(Settings settings) {
    RailPlan plan = plan(settings);
    return plan == null ? List.of() : plan.ports().stream().map(GidChoice::device).toList();
  }

  /**
   * Returns the kind of the devices that jobs use: for each its type and link layer, so that hosts
   * of one cluster have the same kind, and others another one.
   *
   * @param folder the kernel's, with all devices of the host
   * @param chosen returns the names of those that jobs use; asked only where devices differ, as it
   *     opens them all
   */
  static String kind(Path folder, Supplier<List<String>> chosen) {
    Map<String, String> kinds = new TreeMap<>();
    try (Stream<Path> devices = Files.list(folder)) {
      devices.forEach(device -> kinds.put(device.getFileName().toString(), kindOf(device)));
    } catch (IOException none) {
      return NONE;
    }
    if (Set.copyOf(kinds.values()).size() > 1) {
      kinds.keySet().retainAll(chosen.get());
    }
    return kinds.isEmpty()
        ? NONE
        : kinds.values().stream().distinct().sorted().collect(Collectors.joining("+"));
  }

  private static String kindOf(Path device) {
    String kind = type(device) + "-" + read(device.resolve("ports/1/link_layer"));
    return kind.replaceAll("[^\\w.-]", "_");
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
