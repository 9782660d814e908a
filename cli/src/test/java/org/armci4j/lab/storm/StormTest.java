package org.armci4j.lab.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@code armci storm}. */
@EnabledOnOs(OS.LINUX)
class StormTest {
  private static final int SIGNALS = 8;
  private static final int LOSSES = 1;

  @TempDir Path directory;

  @Tag("long")
  @Test
  void nothingIsLeft() throws Exception {
    long seed = Long.getLong("test.seed", 1);
    StringWriter text = new StringWriter();
    Tally tally = new Storm(seed, directory, new PrintWriter(text)).run(SIGNALS);
    tally.print(new PrintWriter(text));
    assertTrue(tally.signals() >= SIGNALS);
    assertEquals(0, tally.leftovers(), text::toString);
  }

  @Tag("long")
  @Test
  void theOthersGoOnWithoutLostRanks() throws Exception {
    long seed = Long.getLong("test.seed", 1);
    StringWriter text = new StringWriter();
    try (LossHosts here = LossHosts.of(LossNetwork.SHM)) {
      LossTally tally =
          new LossStorm(here, LossProgram.SURVIVORS, false, directory, new PrintWriter(text))
              .run(LOSSES, seed);
      tally.print(new PrintWriter(text));
      assertTrue(tally.losses() >= LOSSES);
      assertEquals(0, tally.faults(), text::toString);
    }
  }
}
