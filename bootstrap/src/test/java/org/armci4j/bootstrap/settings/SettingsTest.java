package org.armci4j.bootstrap.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private enum Colour {
    RED,
    DARK_BLUE
  }

  private static final Setting<Integer> SPINS =
      Setting.integer("waitSpins", 20, "spins before a yield")
          .where("a whole number from 0 to 1000", value -> value >= 0 && value <= 1000);
  private static final Setting<Duration> PATIENCE =
      Setting.duration("patience", Duration.ofSeconds(5), "how long");
  private static final Setting<Long> CHUNK = Setting.size("chunkSize", 65536, "how much");
  private static final Setting<Boolean> QUIET = Setting.flag("quiet", false, "less talk");
  private static final Setting<Colour> COLOUR = Setting.choice("colour", Colour.RED, "which");
  private static final Setting<String> TOKEN = Setting.text("token", "none", "key");
  private static final List<Setting<?>> ALL = List.of(SPINS, PATIENCE, CHUNK, QUIET, COLOUR, TOKEN);

  private static SettingsBuilder from(Map<String, String> environment, String... properties) {
    Properties system = new Properties();
    for (int i = 0; i < properties.length; i += 2) {
      system.setProperty(properties[i], properties[i + 1]);
    }
    return Settings.of(ALL).environment(environment).properties(system);
  }

  private static <T> T read(Setting<T> setting, String text) {
    return from(Map.of(setting.environmentName(), text)).resolve().get(setting);
  }

  private static void assertRefused(Setting<?> setting, String text) {
    var refused = assertThrows(SettingException.class, () -> read(setting, text), text);
    assertTrue(refused.getMessage().contains("setting " + setting.name()), refused.getMessage());
    assertTrue(
        refused.getMessage().contains("environment " + setting.environmentName()),
        refused.getMessage());
    assertTrue(refused.getMessage().contains(setting.allowed()), refused.getMessage());
  }

  @Test
  void namesFollowFromOne() {
    assertEquals("ARMCI_WAIT_SPINS", SPINS.environmentName());
    assertEquals("armci.waitSpins", SPINS.propertyName());
  }

  @Test
  void theLaterSourceWins() {
    Map<String, String> environment = Map.of("ARMCI_WAIT_SPINS", "1");
    SettingsBuilder none = from(Map.of());
    assertEquals(20, none.resolve().get(SPINS));
    assertEquals("default", none.resolve().origin(SPINS));
    Settings variable = from(environment).resolve();
    assertEquals(1, variable.get(SPINS));
    assertEquals("environment ARMCI_WAIT_SPINS", variable.origin(SPINS));
    Settings property = from(environment, "armci.waitSpins", "2").resolve();
    assertEquals(2, property.get(SPINS));
    assertEquals("system property armci.waitSpins", property.origin(SPINS));
    Settings code = from(environment, "armci.waitSpins", "2").set(SPINS, 3).resolve();
    assertEquals(3, code.get(SPINS));
    assertEquals("code", code.origin(SPINS));
  }

  @Test
  void valuesAreFrozen() {
    Properties properties = new Properties();
    SettingsBuilder builder = Settings.of(ALL).environment(Map.of()).properties(properties);
    Settings settings = builder.resolve();
    properties.setProperty("armci.waitSpins", "7");
    builder.set(SPINS, 9);
    assertEquals(20, settings.get(SPINS));
  }

  @Test
  void durationsHaveUnits() {
    assertEquals(Duration.ofNanos(7), read(PATIENCE, "7ns"));
    assertEquals(Duration.ofNanos(7000), read(PATIENCE, "7us"));
    assertEquals(Duration.ofMillis(500), read(PATIENCE, "500ms"));
    assertEquals(Duration.ofSeconds(5), read(PATIENCE, " 5 s "));
    assertEquals(Duration.ofMinutes(2), read(PATIENCE, "2m"));
    assertEquals(Duration.ofHours(1), read(PATIENCE, "1h"));
    assertEquals(Duration.ZERO, read(PATIENCE, "0s"));
    for (String wrong : List.of("", "5", "s", "-5s", "5.5s", "5d", "99999999999999h", "5s5")) {
      assertRefused(PATIENCE, wrong);
    }
  }

  @Test
  void sizesMayHaveUnits() {
    assertEquals(0, read(CHUNK, "0"));
    assertEquals(4096, read(CHUNK, "4096"));
    assertEquals(4096, read(CHUNK, "4096B"));
    assertEquals(65536, read(CHUNK, "64KiB"));
    assertEquals(16L << 20, read(CHUNK, "16 mib"));
    assertEquals(3L << 30, read(CHUNK, "3g"));
    assertEquals(1L << 40, read(CHUNK, "1TiB"));
    for (String wrong : List.of("", "-1", "1.5KiB", "1KB", "KiB", "9999999TiB", "9".repeat(30))) {
      assertRefused(CHUNK, wrong);
    }
  }

  @Test
  void otherTypes() {
    assertEquals(true, read(QUIET, "TRUE"));
    assertEquals(false, read(QUIET, "false"));
    assertEquals(Colour.DARK_BLUE, read(COLOUR, "dark-blue"));
    assertRefused(QUIET, "yes");
    assertRefused(COLOUR, "green");
    assertEquals("one of red, dark-blue", COLOUR.allowed());
    assertRefused(SPINS, "many");
    assertRefused(SPINS, "-1");
    assertRefused(SPINS, "1001");
  }

  @Test
  void codeIsCheckedToo() {
    var refused = assertThrows(SettingException.class, () -> Settings.of(ALL).set(SPINS, 1001));
    assertEquals(
        "setting waitSpins: '1001' from code is not allowed;"
            + " allowed is a whole number from 0 to 1000",
        refused.getMessage());
    assertThrows(SettingException.class, () -> Settings.of(ALL).set(SPINS, null));
  }

  @Test
  void printedValuesAreReadBack() {
    for (String text : List.of("7ns", "7us", "500ms", "5s", "120s")) {
      assertEquals(text, PATIENCE.print(read(PATIENCE, text)));
    }
    for (String text : List.of("0", "4097", "64KiB", "16MiB", "3GiB", "2048TiB")) {
      assertEquals(text, CHUNK.print(read(CHUNK, text)));
    }
    assertEquals("dark-blue", COLOUR.print(Colour.DARK_BLUE));
  }

  @Test
  void aLaunchersOptionIsTheOrigin() {
    Settings settings =
        from(Map.of(), "armci.waitSpins", "7", "armci.option.waitSpins", "--spins").resolve();
    assertEquals("--spins", settings.origin(SPINS));
  }

  @Test
  void entriesListAllWithOrigin() {
    Settings settings = from(Map.of("ARMCI_CHUNK_SIZE", "2048"), "armci.quiet", "true").resolve();
    assertEquals(
        List.of(
            new Settings.Entry("waitSpins", "20", 20, "default", "spins before a yield", false),
            new Settings.Entry(
                "patience", "5s", Duration.ofSeconds(5), "default", "how long", false),
            new Settings.Entry(
                "chunkSize", "2KiB", 2048L, "environment ARMCI_CHUNK_SIZE", "how much", false),
            new Settings.Entry(
                "quiet", "true", true, "system property armci.quiet", "less talk", false),
            new Settings.Entry("colour", "red", Colour.RED, "default", "which", false),
            new Settings.Entry("token", "none", "none", "default", "key", false)),
        settings.entries());
  }

  @Test
  void anInternalSettingSaysSoAndWorksAsAnyOther() {
    Setting<Integer> internal = SPINS.asInternal().where("from 1", spins -> spins >= 1);
    Settings settings = Settings.of(List.of(internal)).set(internal, 7).resolve();
    Settings.Entry entry = settings.entries().getFirst();
    assertTrue(entry.internal());
    assertTrue(entry.isSet());
    assertEquals(7, settings.get(internal));
    assertFalse(Settings.of(List.of(internal)).resolve().entries().getFirst().isSet());
  }

  @Test
  void mistakesInTheProgramAreToldToItsAuthor() {
    Setting<Integer> stranger = Setting.integer("stranger", 1, "");
    assertThrows(IllegalArgumentException.class, () -> from(Map.of()).resolve().get(stranger));
    Setting<Integer> again = Setting.integer("waitSpins", 1, "");
    assertThrows(IllegalArgumentException.class, () -> Settings.of(List.of(SPINS, again)));
    assertThrows(IllegalArgumentException.class, () -> Setting.integer("Wait Spins", 1, ""));
    assertThrows(IllegalArgumentException.class, () -> SPINS.where("none", value -> false));
  }

  @Test
  void furtherSettingsComeFromTheSameSources() {
    Setting<Integer> depth = Setting.integer("depth", 1, "how deep");
    Setting<Integer> width = Setting.integer("width", 1, "how wide");
    Properties system = new Properties();
    system.setProperty("armci.depth", "2");
    Settings first =
        Settings.of(ALL).environment(Map.of()).properties(system).set(width, 3).resolve();
    system.setProperty("armci.depth", "4");
    Settings more = first.with(List.of(depth, width));
    assertEquals(2, more.get(depth));
    assertEquals(3, more.get(width));
    assertEquals("code", more.origin(width));
    assertEquals(first.get(SPINS), more.get(SPINS));
    assertThrows(IllegalArgumentException.class, () -> first.get(depth));
    Setting<Integer> strict = depth.where("above 9", value -> value > 9 || value == 1);
    assertThrows(SettingException.class, () -> first.with(List.of(strict)));
    assertThrows(IllegalArgumentException.class, () -> more.with(List.of(strict)));
  }

  @Test
  void allModulesTellTheirSettings() {
    assertTrue(SettingsProvider.all().containsAll(BootstrapSettings.ALL));
  }

  @Test
  void unknownNamesComeWithTheNearest() {
    List<String> warnings =
        UnknownNames.find(
            ALL,
            Set.of("ARMCI_WAIT_SPIN", "ARMCI_RANK", "ARMCI_HOME", "PATH", "ARMCI_QUIET"),
            Set.of(
                "armci.home",
                "armci.colur",
                "armci.terminal",
                "armci.default.waitSpins",
                "java.home"));
    assertEquals(
        List.of(
            "environment variable ARMCI_WAIT_SPIN is no setting and is ignored;"
                + " the nearest is ARMCI_WAIT_SPINS",
            "system property armci.colur is no setting and is ignored;"
                + " the nearest is armci.colour"),
        warnings);
  }

  @Test
  void distanceCountsEdits() {
    assertEquals(0, NearestName.distance("abc", "abc"));
    assertEquals(3, NearestName.distance("", "abc"));
    assertEquals(3, NearestName.distance("kitten", "sitting"));
    assertEquals(1, NearestName.distance("rnu", "run"));
  }

  @Test
  void theListIsComplete() throws IllegalAccessException {
    Set<Object> declared = new HashSet<>();
    for (var field : BootstrapSettings.class.getFields()) {
      if (field.getType() == Setting.class) {
        declared.add(field.get(null));
      }
    }
    assertEquals(declared, new HashSet<Object>(BootstrapSettings.ALL));
    BootstrapSettings.ALL.forEach(setting -> assertFalse(setting.documentation().isBlank()));
  }
}
