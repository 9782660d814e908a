package org.armci4j.bootstrap.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Where the values of settings come from, as they were when the settings were resolved: code,
 * system properties, the environment, the job's own defaults; the earlier wins.
 *
 * @param code values by setting
 * @param properties the system properties that begin like a setting, by name
 * @param environment the variables that begin like a setting, by name
 */
record SettingSources(
    Map<Setting<?>, Object> code, Map<String, String> properties, Map<String, String> environment) {

  static SettingSources copy(
      Map<Setting<?>, Object> code, Properties properties, Map<String, String> environment) {
    Map<String, String> texts = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      texts.put(name, properties.getProperty(name));
    }
    return new SettingSources(
        Map.copyOf(code),
        startingWith(Settings.PROPERTY_PREFIX, texts),
        startingWith(Settings.ENVIRONMENT_PREFIX, environment));
  }

  private static Map<String, String> startingWith(String prefix, Map<String, String> texts) {
    Map<String, String> chosen = new HashMap<>(texts);
    chosen.keySet().removeIf(name -> !name.startsWith(prefix));
    return Map.copyOf(chosen);
  }

  /** The value of a setting with the words for where it came from. */
  Settings.Resolved resolve(Setting<?> setting) {
    Object value = code.get(setting);
    if (value != null) {
      return new Settings.Resolved(value, "code");
    }
    String property = properties.get(setting.propertyName());
    if (property != null) {
      String option = properties.get(Settings.OPTION_PREFIX + setting.name());
      String origin = option == null ? "system property " + setting.propertyName() : option;
      return read(setting, property, origin);
    }
    String variable = environment.get(setting.environmentName());
    if (variable != null) {
      return read(setting, variable, "environment " + setting.environmentName());
    }
    String ofJob = properties.get(Settings.DEFAULT_PREFIX + setting.name());
    return ofJob == null
        ? new Settings.Resolved(setting.defaultValue(), Settings.DEFAULT)
        : read(setting, ofJob, "default of the job");
  }

  private static Settings.Resolved read(Setting<?> setting, String text, String origin) {
    return new Settings.Resolved(setting.parse(text, origin), origin);
  }
}
