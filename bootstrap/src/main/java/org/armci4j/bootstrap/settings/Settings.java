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
 * The values of a list of settings, resolved once and frozen: defaults, of which the launcher may
 * choose others for a job, then the environment, then system properties, then code; the later wins.
 * Any thread may use them.
 */
public final class Settings {
  static final String ENVIRONMENT_PREFIX = "ARMCI_";
  static final String PROPERTY_PREFIX = "armci.";

  /** Before a setting's name, the property that names the launcher's option behind its value. */
  public static final String OPTION_PREFIX = "armci.option.";

  /** The {@linkplain #origin origin} of a value that nobody has set. */
  public static final String DEFAULT = "default";

  /** Before a setting's name, the property that holds the job's own default. */
  public static final String DEFAULT_PREFIX = "armci.default.";

  private final Map<Setting<?>, Resolved> resolved = new LinkedHashMap<>();
  private final SettingSources sources;

  /** A value and the words for where it came from. */
  record Resolved(Object value, String origin) {}

  /**
   * One line of a listing.
   *
   * @param name the setting's name
   * @param text its value as text, of a secret only that it is hidden
   * @param value its value; of a secret the text
   * @param origin {@code default}, {@code default of the job}, {@code environment ARMCI_X}, {@code
   *     system property armci.x} or {@code code}
   * @param documentation one line on what it does
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

  /** Two settings of one name would be set together. */
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

  /** Starts resolving {@code definitions}, with values from code to be added. */
  public static SettingsBuilder of(Collection<? extends Setting<?>> definitions) {
    return new SettingsBuilder(definitions);
  }

  /**
   * These settings and further ones, such as those of a module that is used only now. Their values
   * come from the same sources, as they were when these settings were resolved.
   *
   * @throws SettingException when a value is not allowed
   */
  public Settings with(Collection<? extends Setting<?>> more) {
    Set<Setting<?>> all = new LinkedHashSet<>(resolved.keySet());
    all.addAll(more);
    return new Settings(all, sources);
  }

  /**
   * The value of {@code setting}.
   *
   * @throws IllegalArgumentException when it was not in the list that was resolved
   */
  @SuppressWarnings("unchecked") // the builder stored what this setting parsed or checked
  public <T> T get(Setting<T> setting) {
    return (T) find(setting).value();
  }

  /** Where the value of {@code setting} came from, in words. */
  public String origin(Setting<?> setting) {
    return find(setting).origin();
  }

  /** Every setting with its value and origin, in the order of the definitions. */
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
    Object value = setting.secret() ? text : found.value();
    return new Entry(
        setting.name(), text, value, found.origin(), setting.documentation(), setting.internal());
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
