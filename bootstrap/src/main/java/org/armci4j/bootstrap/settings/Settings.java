package org.armci4j.bootstrap.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds the values of a list of settings, resolved once and frozen. Each source wins over those
 * behind it: code, system properties, the environment, defaults that the launcher has chosen for
 * the job, {@linkplain TunedValues tuned} ones, the settings' own. Any thread may use the values.
 */
public final class Settings {
  static final String ENVIRONMENT_PREFIX = "ARMCI_";
  static final String PROPERTY_PREFIX = "armci.";

  /**
   * Prefix, before a setting's name, of the property that names the launcher's option which has set
   * the value.
   */
  public static final String OPTION_PREFIX = "armci.option.";

  /** The {@linkplain #origin origin} of a setting's own default. */
  public static final String DEFAULT = "default";

  /** Prefix, before a setting's name, of the property that holds the job's own default. */
  public static final String DEFAULT_PREFIX = "armci.default.";

  private final Map<Setting<?>, Resolved> resolved = new LinkedHashMap<>();
  private final SettingSources sources;

  /** Holds a value and a description of its origin. */
  record Resolved(Object value, String origin) {}

  /**
   * One line of a listing.
   *
   * @param name the setting's name
   * @param text its value as text
   * @param value its value
   * @param origin {@code default}, {@code armci tune} and when, {@code default of the job}, {@code
   *     environment ARMCI_X}, {@code system property armci.x}, the launcher's option, or {@code
   *     code}
   * @param documentation one line on what the setting does
   * @param internal whether only experiments set it
   */
  public record Entry(
      String name,
      String text,
      Object value,
      String origin,
      String documentation,
      boolean internal) {
    /** Returns whether somebody has set it. */
    public boolean isSet() {
      return !origin.equals(DEFAULT);
    }
  }

  Settings(Collection<? extends Setting<?>> definitions, SettingSources sources) {
    requireUnlikeNames(definitions);
    this.sources = sources;
    for (Setting<?> setting : definitions) {
      resolved.put(setting, sources.resolve(setting));
    }
  }

  /** Refuses two settings of one name, as a variable would set both. */
  static void requireUnlikeNames(Collection<? extends Setting<?>> definitions) {
    Set<String> names = new HashSet<>();
    for (Setting<?> setting : definitions) {
      if (!names.add(setting.environmentName())) {
        throw new IllegalArgumentException(setting + " is defined twice");
      }
    }
  }

  /**
   * Resolves {@code definitions} from this process's environment and system properties.
   *
   * @throws SettingException when a value is not allowed
   */
  public static Settings resolve(Collection<? extends Setting<?>> definitions) {
    return of(definitions).resolve();
  }

  /** Returns a builder that resolves {@code definitions}, and can add values from code. */
  public static SettingsBuilder of(Collection<? extends Setting<?>> definitions) {
    return new SettingsBuilder(definitions);
  }

  /**
   * Returns these settings and further ones, such as those of a module that is loaded late. All
   * values come from the same sources, as they were when these settings were resolved.
   *
   * @throws SettingException when a value is not allowed
   */
  public Settings with(Collection<? extends Setting<?>> more) {
    Set<Setting<?>> all = new LinkedHashSet<>(resolved.keySet());
    all.addAll(more);
    return new Settings(all, sources);
  }

  /** Returns these settings with other values in place of the settings' own defaults. */
  Settings withTuned(Map<Setting<?>, Resolved> tuned) {
    return new Settings(resolved.keySet(), sources.withTuned(tuned));
  }

  /**
   * Returns the value of {@code setting}.
   *
   * @throws IllegalArgumentException when the setting was not in the resolved list
   */
  @SuppressWarnings("unchecked") // the builder stored a value that the setting has checked
  public <T> T get(Setting<T> setting) {
    return (T) find(setting).value();
  }

  /** Returns a description of where the value of {@code setting} came from. */
  public String origin(Setting<?> setting) {
    return find(setting).origin();
  }

  /** Returns every setting with its value and origin, in the order of the definitions. */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    resolved.forEach((setting, value) -> entries.add(entry(setting, value)));
    return List.copyOf(entries);
  }

  private Resolved find(Setting<?> setting) {
    Resolved found = resolved.get(setting);
    if (found == null) {
      throw new IllegalArgumentException(
          setting + " is not among the settings resolved here; add its list to the definitions");
    }
    return found;
  }

  @SuppressWarnings("unchecked") // as in get
  private static <T> Entry entry(Setting<T> setting, Resolved found) {
    String text = setting.print((T) found.value());
    return new Entry(
        setting.name(),
        text,
        found.value(),
        found.origin(),
        setting.documentation(),
        setting.internal());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("Settings[");
    for (Entry entry : entries()) {
      String comma = text.charAt(text.length() - 1) == '[' ? "" : ", ";
      text.append(comma).append(entry.name()).append('=').append(entry.text());
    }
    return text.append(']').toString();
  }
}
