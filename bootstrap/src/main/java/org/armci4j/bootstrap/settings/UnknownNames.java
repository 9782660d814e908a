package org.armci4j.bootstrap.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds names that look like settings and are none: most often a misspelling. */
final class UnknownNames {
  /** Said by the launcher to its ranks, or by the start script to the launcher. */
  private static final Set<String> NOT_SETTINGS =
      Set.of(
          "ARMCI_RANK",
          "ARMCI_SIZE",
          "ARMCI_RENDEZVOUS",
          "ARMCI_JOB",
          "ARMCI_AGENT",
          "ARMCI_TERMINAL",
          "ARMCI_LAUNCHER",
          "ARMCI_HOME",
          "armci.rankArchive",
          "armci.home",
          "armci.command",
          "armci.terminal");

  private UnknownNames() {}

  /** Logs a warning for each name that no setting has, here or in a module not used so far. */
  static void warn(Collection<Setting<?>> definitions, SettingSources sources) {
    Set<String> variables = sources.environment().keySet();
    Set<String> properties = sources.properties().keySet();
    if (find(definitions, variables, properties).isEmpty()) {
      return; // The usual case, in which no more is loaded.
    }
    List<Setting<?>> all = new ArrayList<>(definitions);
    all.addAll(SettingsProvider.all());
    List<String> warnings = find(all, variables, properties);
    if (!warnings.isEmpty()) {
      // Not before it is needed: the first logger of a JVM costs tens of milliseconds.
      Logger log = LoggerFactory.getLogger(Settings.class);
      warnings.forEach(log::warn);
    }
  }

  /** One warning for each unknown name, sorted. */
  static List<String> find(
      Collection<Setting<?>> definitions, Set<String> variables, Set<String> properties) {
    List<String> warnings = new ArrayList<>();
    warnings.addAll(
        warnings(
            "environment variable ",
            Settings.ENVIRONMENT_PREFIX,
            variables,
            definitions.stream().map(Setting::environmentName).toList()));
    warnings.addAll(
        warnings(
            "system property ",
            Settings.PROPERTY_PREFIX,
            properties,
            definitions.stream().map(Setting::propertyName).toList()));
    return warnings;
  }

  private static List<String> warnings(
      String what, String prefix, Set<String> given, List<String> known) {
    List<String> warnings = new ArrayList<>();
    for (String name : new TreeSet<>(given)) {
      if (name.startsWith(prefix) && !known.contains(name) && !isInternal(name)) {
        warnings.add(what + name + " is no setting and is ignored" + advice(name, known));
      }
    }
    return warnings;
  }

  private static boolean isInternal(String name) {
    return NOT_SETTINGS.contains(name)
        || name.startsWith(Settings.OPTION_PREFIX)
        || name.startsWith(Settings.DEFAULT_PREFIX);
  }

  private static String advice(String name, List<String> known) {
    return NearestName.of(name, known).map(nearest -> "; the nearest is " + nearest).orElse("");
  }
}
