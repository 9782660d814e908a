package org.armci4j.bootstrap.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Gathers the sources of values, then resolves the settings once. For one thread. */
public final class SettingsBuilder {
  private final Set<Setting<?>> definitions = new LinkedHashSet<>();
  private final Map<Setting<?>, Object> code = new HashMap<>();
  private Map<String, String> environment = System.getenv();
  private Properties properties = System.getProperties();
  private boolean warnOfUnknown = true;

  SettingsBuilder(Collection<? extends Setting<?>> definitions) {
    Settings.requireUnlikeNames(definitions);
    this.definitions.addAll(definitions);
  }

  /** Sets a value from code, which wins over all other sources. */
  public <T> SettingsBuilder set(Setting<T> setting, T value) {
    code.put(setting, setting.check(value, "code"));
    definitions.add(setting);
    return this;
  }

  /** Reads {@code variables} instead of this process's environment. */
  public SettingsBuilder environment(Map<String, String> variables) {
    environment = Map.copyOf(variables);
    return this;
  }

  /** Reads {@code systemProperties} instead of this JVM's. */
  public SettingsBuilder properties(Properties systemProperties) {
    properties = systemProperties;
    return this;
  }

  /**
   * Switches off warnings of unknown names: for a caller whose environment serves other programs
   * too.
   */
  public SettingsBuilder ignoreUnknown() {
    warnOfUnknown = false;
    return this;
  }

  /**
   * Resolves and freezes the values. Logs a warning for every {@code ARMCI_*} variable and {@code
   * armci.*} property that is not among any module's {@linkplain SettingsProvider settings}.
   *
   * @throws SettingException when a value is not allowed
   */
  public Settings resolve() {
    SettingSources sources = SettingSources.copy(code, properties, environment);
    Settings settings = new Settings(definitions, sources);
    if (warnOfUnknown) {
      UnknownNames.warn(definitions, sources);
    }
    return settings;
  }
}
