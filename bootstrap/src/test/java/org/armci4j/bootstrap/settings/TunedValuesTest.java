package org.armci4j.bootstrap.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunedValuesTest {
  private static final Setting<Long> PACKED = Setting.size("tunedPacked", 64, "how short");
  private static final Setting<Integer> CHAIN =
      Setting.integer("tunedChain", 16, "how many")
          .where("a whole number from 1", value -> value >= 1);
  private static final Setting<Long> OF_ALL_RANKS = Setting.size("tunedOfAllRanks", 64, "how long");
  private static final LocalDate DAY = LocalDate.of(2026, 11, 28);

  @TempDir Path folder;

  private TunedValues values;

  @BeforeEach
  void name() {
    values = TunedValues.of("verbs-MT4129-InfiniBand", Map.of("XDG_CONFIG_HOME", folder + ""));
  }

  private Settings standIn(Settings settings) {
    return values.standIn(settings, List.of(PACKED, CHAIN));
  }

  private static Settings settings(Map<String, String> environment) {
    return Settings.of(List.of(PACKED, CHAIN, OF_ALL_RANKS))
        .environment(environment)
        .properties(new Properties())
        .resolve();
  }

  @Test
  void withoutAFileNothingChanges() {
    Settings settings = settings(Map.of());
    assertSame(settings, standIn(settings));
    assertTrue(
        values.file().endsWith("armci4j/tuned/verbs-MT4129-InfiniBand.properties"),
        values.file()::toString);
  }

  @Test
  void valuesStandInForDefaults() throws IOException {
    values.write(DAY, Map.of("tunedPacked", "2KiB", "tunedChain", "4"));
    values.write(DAY, Map.of("tunedPacked", "512"));
    Settings tuned = standIn(settings(Map.of()));
    assertEquals(512, tuned.get(PACKED));
    assertEquals("armci tune, 2026-11-28", tuned.origin(PACKED));
    assertEquals(16, tuned.get(CHAIN));
    assertEquals(Settings.DEFAULT, tuned.origin(CHAIN));
    assertEquals(512, tuned.with(List.of(CHAIN)).get(PACKED));
    try (Stream<Path> files = Files.list(values.file().getParent())) {
      assertEquals(List.of(values.file()), files.toList());
    }
  }

  @Test
  void whatSomebodySetsWins() throws IOException {
    values.write(DAY, Map.of("tunedPacked", "512", "tunedChain", "4"));
    Settings tuned = standIn(settings(Map.of("ARMCI_TUNED_PACKED", "8")));
    assertEquals(8, tuned.get(PACKED));
    assertEquals(4, tuned.get(CHAIN));
  }

  @Test
  void aFileOfAnotherVersionIsIgnoredAsAWhole() throws IOException {
    Settings settings = settings(Map.of());
    values.write(DAY, Map.of("tunedPacked", "512", "tunedGone", "4"));
    assertSame(settings, standIn(settings));
    values.write(DAY, Map.of("tunedPacked", "512", "tunedChain", "0"));
    assertSame(settings, standIn(settings));
    Files.writeString(values.file(), "tunedPacked=\\u00zz\nend\n");
    assertSame(settings, standIn(settings));
  }

  @Test
  void aFileThatIsCutOffIsIgnored() throws IOException {
    Settings settings = settings(Map.of());
    values.write(DAY, Map.of("tunedPacked", "512", "tunedChain", "4"));
    String whole = Files.readString(values.file()).stripTrailing();
    for (int length = 0; length < whole.length(); length++) {
      Files.writeString(values.file(), whole.substring(0, length));
      assertSame(settings, standIn(settings), "the first characters: " + length);
    }
    Files.writeString(values.file(), whole);
    assertEquals(512, standIn(settings).get(PACKED));
  }

  @Test
  void aSettingThatIsNotKeptIsNoValue() throws IOException {
    Settings settings = settings(Map.of());
    values.write(DAY, Map.of("tunedPacked", "512", "tunedOfAllRanks", "4"));
    assertSame(settings, standIn(settings));
  }
}
