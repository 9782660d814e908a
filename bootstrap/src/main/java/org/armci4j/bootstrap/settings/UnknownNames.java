package org.armci4j.bootstrap.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds names with the prefix of settings that no setting has: most often misspellings. */
final class UnknownNames {
  /**
   * Names with these prefixes that are no settings. The launcher sets them for its ranks, the start
   * script for the launcher, and the user ARMCI_LAUNCHER.
   */
  private static final Set<String> NOT_SETTINGS =
      Set.of(
          "ARMCI_RANK",
          "ARMCI_SIZE",
          "ARMCI_RENDEZVOUS",
          "ARMCI_JOB",
          "ARMCI_AGENT",
          "ARMCI_PART",
          "ARMCI_TERMINAL",
          "ARMCI_INCARNATION",
          "ARMCI_LAUNCHER",
          "ARMCI_HOME",
          "armci.rankCaches",
          "armci.home",
          "armci.command",
          "armci.terminal");

  private UnknownNames() {}

  /** Logs a warning for each name that no setting has, here or in any other module. */
  static void warn(Collection<Setting<?>> definitions, SettingSources sources) {
    Set<String> variables = sources.environment().keySet();
    Set<String> properties = sources.properties().keySet();
    if (find(definitions, variables, properties).isEmpty()) {
      return; // the usual case, in which no further settings are loaded
    }
    List<Setting<?>> all = new ArrayList<>(definitions);
    all.addAll(SettingsProvider.all());
    List<String> warnings = find(all, variables, properties);
    if (!warnings.isEmpty()) {
      // A local logger: the first logger of a JVM costs tens of milliseconds.
      Logger log = LoggerFactory.getLogger(Settings.class);
      warnings.forEach(log::warn);
    }
  }

  /** Returns one warning for each unknown name, sorted. */
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
