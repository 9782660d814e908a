package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsProvider;
import org.armci4j.collectives.CollectivesSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what {@code armci info} tells of the tables that {@code armci tune} has kept. */
class KeptTablesTest {
  private static final String HEAD = "armci tune --collectives, 2026-11-30, 8 ranks";
  private static final String LINE = "algorithm network allreduce 2- any ring";
  private static final String END = "# end";

  @TempDir private Path home;

  private Path keep(String... lines) throws IOException {
    Path folder = Files.createDirectories(home.resolve("armci4j/tuned"));
    return Files.write(folder.resolve("collectives-ucx-network.table"), List.of(lines));
  }

  private List<Map<String, Object>> tables(Settings settings, String transport) {
    return KeptTables.read(settings, transport, Map.of("XDG_CONFIG_HOME", home.toString()));
  }

  private static Settings settings() {
    return Settings.resolve(SettingsProvider.all());
  }

  private static <T> Settings with(Setting<T> setting, T value) {
    return Settings.of(SettingsProvider.all()).set(setting, value).resolve();
  }

  /** What people read of the one table behind its file and head. */
  private String state(Settings settings) {
    List<String> row = KeptTables.row(tables(settings, null).getFirst());
    assertEquals(HEAD, row.get(1));
    return row.get(2);
  }

  @Test
  void aWholeTableIsTaken() throws IOException {
    assertEquals(List.of(), tables(settings(), null));
    Path file = keep("# " + HEAD, LINE, END);
    Map<String, Object> facts =
        Map.of("file", file.toString(), "made", HEAD, "taken", true, "reason", "", "where", "");
    assertEquals(List.of(facts), tables(settings(), null));
    assertEquals(List.of(facts), tables(settings(), "ucx"));
    assertEquals(List.of(), tables(settings(), "verbs"));
    assertEquals("is taken", state(settings()));
  }

  /** Ranks of a host that share its memory have no use for a table. */
  @Test
  void aTableOfOneHostSaysWhereItIsTaken() throws IOException {
    Path file = keep("# " + HEAD, LINE.replace("network", "host"), END);
    Files.move(file, file.resolveSibling("collectives-ucx-host.table"));
    assertEquals("is taken where ranks of a host share no memory", state(settings()));
  }

  @Test
  void settingsStandBeforeATable() throws IOException {
    keep("# " + HEAD, LINE, END);
    assertEquals(
        "is not taken: collectivesTuned is false", state(with(CollectivesSettings.TUNED, false)));
    assertEquals(
        "is not taken: collectivesMachine stands in its place",
        state(with(CollectivesSettings.MACHINE, "machine")));
  }

  @Test
  void aTableThatJobsIgnoreIsToldWithItsMistake() throws IOException {
    keep("# " + HEAD, LINE);
    assertEquals("is not taken: it is cut off: its last line is not '# end'", state(settings()));
    keep("# " + HEAD, LINE.replace("ring", "rung"), END);
    assertEquals(
        "is not taken: 'rung' is no algorithm of allreduce, in the line"
            + " 'algorithm network allreduce 2- any rung'",
        state(settings()));
    keep("# " + HEAD, "copy host allreduce 2- any ring", END);
    assertEquals(
        "is not taken: 'copy host allreduce 2- any ring' chooses no algorithm", state(settings()));
  }
}
