package org.armci4j.bootstrap.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;

/**
 * Keeps what {@code armci tune} has found for one kind of network in a file of the user's. The
 * values take the place of the settings' own defaults, so whatever sets a setting wins over them.
 */
public final class TunedValues {
  private static final String DATE = "date";

  /** The last line of a file that is whole. */
  private static final String END = "end";

  private final Path file;

  private TunedValues(Path file) {
    this.file = file;
  }

  /**
   * Names the values for a kind of network. The file need not exist.
   *
   * @param network the kind, as a name of a file
   * @param environment the process's
   */
  public static TunedValues of(String network, Map<String, String> environment) {
    return new TunedValues(folder(environment).resolve(network + ".properties"));
  }

  /**
   * Returns the folder of all that {@code armci tune} keeps: below {@code
   * $XDG_CONFIG_HOME/armci4j}, or else {@code ~/.config/armci4j}.
   *
   * @param environment the process's
   */
  public static Path folder(Map<String, String> environment) {
    String configuration = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path base =
        configuration.startsWith("/")
            ? Path.of(configuration)
            : Path.of(System.getProperty("user.home"), ".config");
    return base.resolve("armci4j/tuned");
  }

  /** Returns where the values are kept. */
  public Path file() {
    return file;
  }

  /**
   * Keeps values in place of all earlier ones.
   *
   * @param date when they were measured
   * @param values as texts, by the settings' names
   * @throws IOException when the file cannot be written
   */
  public void write(LocalDate date, Map<String, String> values) throws IOException {
    List<String> lines = new ArrayList<>(List.of(DATE + "=" + date));
    new TreeMap<>(values).forEach((name, value) -> lines.add(name + "=" + value));
    lines.add(END);
    replace(file, lines);
  }

  /**
   * Writes a file of the folder as a whole, in place of an earlier one.
   *
   * @param file the file
   * @param lines all that it is to hold
   * @throws IOException when the file cannot be written
   */
  public static void replace(Path file, List<String> lines) throws IOException {
    Files.createDirectories(file.getParent());
    Path part = Files.createTempFile(file.getParent(), "tuned", ".part");
    try {
      Files.write(part, lines);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /**
   * Returns settings whose defaults are the values in the file; the same settings where there is
   * none. A file that is cut off, or has another name, or a value that this version does not know,
   * is ignored as a whole, with a warning that says why: its values were measured together.
   *
   * @param settings among them those that may be in the file
   * @param kept those that may be in the file
   */
  public Settings standIn(Settings settings, Collection<Setting<?>> kept) {
    if (!Files.exists(file)) { // nor where the home folder is none, or another user's
      return settings;
    }
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      read.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      return ignored(settings, e.toString());
    }
    if (read.remove(END) == null) {
      return ignored(settings, "it is cut off: its last line is not '" + END + "'");
    }
    String origin = "armci tune, " + read.remove(DATE);
    Map<Setting<?>, Settings.Resolved> tuned = new HashMap<>();
    for (String name : read.stringPropertyNames()) {
      Setting<?> setting = named(kept, name);
      if (setting == null) {
        return ignored(settings, "this version keeps no setting " + name);
      }
      try {
        Object value = setting.parse(read.getProperty(name), origin);
        tuned.put(setting, new Settings.Resolved(value, origin));
      } catch (SettingException e) {
        return ignored(settings, e.getMessage());
      }
    }
    return settings.withTuned(tuned);
  }

  private static Setting<?> named(Collection<Setting<?>> kept, String name) {
    return kept.stream().filter(setting -> setting.name().equals(name)).findFirst().orElse(null);
  }

  private Settings ignored(Settings settings, String reason) {
    LoggerFactory.getLogger(TunedValues.class)
        .warn("{} is ignored: {}; run armci tune again, or delete the file", file, reason);
    return settings;
  }
}
