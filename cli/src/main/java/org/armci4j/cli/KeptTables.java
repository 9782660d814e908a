package org.armci4j.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.selection.TunedTable;

/** Finds the tables that {@code armci tune --collectives} has kept, and whether jobs take them. */
final class KeptTables {
  private KeptTables() {}

  /**
   * Returns the tables, each as its facts by name.
   *
   * @param transport whose; null for those of all transports
   * @param environment the process's
   */
  static List<Map<String, Object>> read(
      Settings settings, String transport, Map<String, String> environment) {
    return TunedTable.kept(transport, environment).stream()
        .map(table -> facts(table, settings))
        .toList();
  }

  /** Returns the facts of a table in words for people. */
  static List<String> row(Map<String, Object> facts) {
    Object where = facts.get("where");
    String taken = where.equals("") ? "is taken" : "is taken where " + where;
    return List.of(
        facts.get("file").toString(),
        facts.get("made").toString(),
        (Boolean) facts.get("taken") ? taken : "is not taken: " + facts.get("reason"));
  }

  private static Map<String, Object> facts(TunedTable table, Settings settings) {
    Optional<String> obstacle = obstacle(table, settings);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("file", table.file().toString());
    facts.put("made", table.head());
    facts.put("taken", obstacle.isEmpty());
    facts.put("reason", obstacle.orElse(""));
    facts.put("where", table.isOfOneHost() ? "ranks of a host share no memory" : "");
    return facts;
  }

  /** Returns why jobs do not take a table; empty if they do. */
  private static Optional<String> obstacle(TunedTable table, Settings settings) {
    if (!settings.get(CollectivesSettings.MACHINE).isEmpty()) {
      return Optional.of("collectivesMachine stands in its place");
    }
    if (!settings.get(CollectivesSettings.TUNED)) {
      return Optional.of("collectivesTuned is false");
    }
    return table.mistake();
  }
}
