package org.armci4j.bootstrap.settings;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Holds the sources of values as they were when settings were resolved. Each source wins over those
 * behind it: code, system properties, the environment, the job's own defaults, tuned values.
 *
 * @param code values by setting
 * @param properties the system properties with the prefix of settings, by name
 * @param environment the variables with the prefix of settings, by name
 * @param tuned values in place of the settings' own defaults
 */
record SettingSources(
    Map<Setting<?>, Object> code,
    Map<String, String> properties,
    Map<String, String> environment,
    Map<Setting<?>, Settings.Resolved> tuned) {

  static SettingSources copy(
      Map<Setting<?>, Object> code, Properties properties, Map<String, String> environment) {
    Map<String, String> texts = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      texts.put(name, properties.getProperty(name));
    }
    return new SettingSources(
        Map.copyOf(code),
        startingWith(Settings.PROPERTY_PREFIX, texts),
        startingWith(Settings.ENVIRONMENT_PREFIX, environment),
        Map.of());
  }

  SettingSources withTuned(Map<Setting<?>, Settings.Resolved> values) {
    return new SettingSources(code, properties, environment, Map.copyOf(values));
  }

  private static Map<String, String> startingWith(String prefix, Map<String, String> texts) {
    Map<String, String> chosen = new HashMap<>(texts);
    chosen.keySet().removeIf(name -> !name.startsWith(prefix));
    return Map.copyOf(chosen);
  }

  /** Returns the value of a setting and a description of its origin. */
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
    if (ofJob != null) {
      return read(setting, ofJob, "default of the job");
    }
    Settings.Resolved own = new Settings.Resolved(setting.defaultValue(), Settings.DEFAULT);
    return tuned.getOrDefault(setting, own);
  }

  private static Settings.Resolved read(Setting<?> setting, String text, String origin) {
    return new Settings.Resolved(setting.parse(text, origin), origin);
  }
}
