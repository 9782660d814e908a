package org.armci4j.lab.rails;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.lab.rails.RailPoliciesFigures.Cell;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.api.Test;

class RailPoliciesTest {
  @Test
  void inOrderHalfOfTheRanksIsAtEachSide() {
    assertArrayEquals(new int[] {0, 0, 1, 1}, RailPlacement.sequential(4));
    assertEquals(2, RailPlacement.changes(RailPlacement.sequential(8)));
  }

  @Test
  void byLotNeighboursAreOthersAndTheSeedDecides() {
    assertArrayEquals(new int[] {0, 1, 0, 1}, RailPlacement.random(4, 1));
    for (long seed = 0; seed < 20; seed++) {
      int[] drawn = RailPlacement.random(8, seed);
      assertTrue(RailPlacement.changes(drawn) > 2);
      assertEquals(4, Arrays.stream(drawn).sum());
      assertArrayEquals(drawn, RailPlacement.random(8, seed));
    }
  }

  @Test
  void pathsGoThroughBothRails() {
    Settings settings = settings(RailPolicy.THREE_OF_12, 0, 1);
    assertEquals("rxe0,rxe1/rxe0b,rxe1b", settings.get(VerbsSettings.DEVICE));
    assertEquals(6, settings.get(VerbsSettings.PATHS));
    assertEquals(3, settings.get(VerbsSettings.PATH_BATCH));
    assertEquals(2, settings(RailPolicy.HSAM, 0, 1).get(VerbsSettings.PATHS));
    assertEquals(4, settings(RailPolicy.TWO_OF_8, 0, 1).get(VerbsSettings.PATHS));
  }

  @Test
  void onePathIsThatOfTheFirstRail() {
    Settings settings = settings(RailPolicy.ONE, 0, 0, 1, 1);
    assertEquals("rxe0/rxe0/rxe0b/rxe0b", settings.get(VerbsSettings.DEVICE));
    assertEquals(1, settings.get(VerbsSettings.PATHS));
  }

  private static Settings settings(RailPolicy policy, int... sides) {
    SettingsBuilder builder =
        Settings.of(VerbsSettings.ALL).environment(Map.of()).properties(new Properties());
    policy.set(builder, sides);
    return builder.resolve();
  }

  @Test
  void figuresAreMediansBesideThoseOfOnePath() {
    Cell one = cell(RailPolicy.ONE, RailPoliciesFigures.EQUAL);
    Cell four = cell(RailPolicy.HSAM, RailPoliciesFigures.EQUAL);
    Map<String, Map<Long, Double>> figures =
        Map.of(
            one.rate(), Map.of(0L, 1.0, 1L, 2.0, 2L, 1.0),
            four.rate(), Map.of(0L, 1.0, 1L, 3.0),
            four.share(), Map.of(0L, 0.5));
    String table =
        new RailPoliciesFigures(name -> figures.getOrDefault(name, Map.of())).table().toString();
    String line = table.lines().filter(text -> text.contains("HSAM")).findFirst().orElseThrow();
    assertEquals(
        "displaced ring sequential HSAM 2.00 2.00 50 NaN NaN NaN", line.replaceAll(" +", " "));
  }

  private static Cell cell(RailPolicy policy, String rates) {
    return new Cell(
        RailPattern.DISPLACED_RING.label(), RailPoliciesFigures.SEQUENTIAL, policy.label(), rates);
  }
}
