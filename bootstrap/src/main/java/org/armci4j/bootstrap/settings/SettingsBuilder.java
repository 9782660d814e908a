package org.armci4j.bootstrap.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Gathers where values come from, then resolves them once. For one thread. */
public final class SettingsBuilder {
  private final List<Setting<?>> definitions;
  private final Map<Setting<?>, Object> code = new HashMap<>();
  private Map<String, String> environment = System.getenv();
  private Properties properties = System.getProperties();
  private boolean warnOfUnknown = true;

  SettingsBuilder(Collection<? extends Setting<?>> definitions) {
    this.definitions = List.copyOf(definitions);
    Set<String> names = new HashSet<>();
    for (Setting<?> setting : definitions) {
      if (!names.add(setting.environmentName())) {
        throw new IllegalArgumentException(setting + " is defined twice");
      }
    }
  }

  /** Gives a value from code, which wins over all other sources. */
  public <T> SettingsBuilder set(Setting<T> setting, T value) {
    if (!definitions.contains(setting)) {
      throw new IllegalArgumentException(setting + " is not among the settings resolved here");
    }
    code.put(setting, setting.check(value, "code"));
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

  /** Says nothing of unknown names: for a caller that knows only some of the definitions. */
  public SettingsBuilder ignoreUnknown() {
    warnOfUnknown = false;
    return this;
  }

  /**
   * Resolves and freezes the values. Logs a warning for every {@code ARMCI_*} variable and {@code
   * armci.*} property that no definition knows.
   *
   * @throws SettingException when a value is not allowed
   */
  public Settings resolve() {
    Map<Setting<?>, Settings.Resolved> resolved = new LinkedHashMap<>();
    for (Setting<?> setting : definitions) {
      resolved.put(setting, resolve(setting));
    }
    if (warnOfUnknown) {
      UnknownNames.warn(definitions, environment.keySet(), properties.stringPropertyNames());
    }
    return new Settings(resolved);
  }

  private Settings.Resolved resolve(Setting<?> setting) {
    if (code.containsKey(setting)) {
      return new Settings.Resolved(code.get(setting), "code");
    }
    String property = properties.getProperty(setting.propertyName());
    if (property != null) {
      return read(setting, property, "system property " + setting.propertyName());
    }
    String variable = environment.get(setting.environmentName());
    if (variable != null) {
      return read(setting, variable, "environment " + setting.environmentName());
    }
    return new Settings.Resolved(setting.defaultValue(), "default");
  }

  private static Settings.Resolved read(Setting<?> setting, String text, String origin) {
    return new Settings.Resolved(setting.parse(text, origin), origin);
  }
}
