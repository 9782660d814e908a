package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.network.block.ListChoice;
import org.armci4j.transport.network.block.NetworkOptions;
import org.junit.jupiter.api.Test;

/** Checks which protocols a job uses that sets nothing. */
class DefaultProtocolsTest {
  private static final Settings DEFAULTS =
      Settings.of(VerbsSettings.ALL).environment(Map.of()).properties(new Properties()).resolve();

  private static NetworkOptions options(int rails) {
    return VerbsProvider.options(new RailPlan(List.of(), rails, DEFAULTS));
  }

  /** Short segments are packed, middle ones go with assistance, long ones directly. */
  @Test
  void listsGoByTheirShape() {
    assertEquals(new ListChoice(ListProtocol.AUTO, 64, 8 << 10), options(1).lists());
  }

  @Test
  void longTransfersGoOverAllRails() {
    assertEquals(512 << 10, options(2).connections().stripedFromBytes());
    assertEquals(3, new RailPlan(List.of(), 3, DEFAULTS).striping().plan().batch());
  }

  @Test
  void oneRailIsOnePath() {
    RailPlan plan = new RailPlan(List.of(), 1, DEFAULTS);
    assertEquals(1, plan.paths());
    assertEquals(Long.MAX_VALUE, options(1).connections().stripedFromBytes());
  }
}
