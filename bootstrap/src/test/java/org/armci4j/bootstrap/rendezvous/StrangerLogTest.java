package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StrangerLogTest {
  @Test
  void aFloodIsOneLineASecond() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.freezeTime();
    List<String> lines = new ArrayList<>();
    StrangerLog log = new StrangerLog(lines::add);

    refuse(log, channel, 10_000);
    assertEquals(1, lines.size(), "the first one at once");
    pass(channel);
    assertEquals(2, lines.size());
    assertTrue(lines.get(1).contains("refused 9999 more"), lines.get(1));
    assertTrue(lines.get(1).endsWith("stranger 9999"), lines.get(1));

    refuse(log, channel, 5);
    assertEquals(2, lines.size(), "within the second of the last line");
    pass(channel);
    assertTrue(lines.get(2).contains("refused 5 more"), lines.get(2));
    pass(channel);
    pass(channel);
    assertEquals(3, lines.size(), "nothing to tell");

    refuse(log, channel, 1);
    assertEquals(4, lines.size(), "after a quiet second at once");
    assertFalse(channel.finish(), "nothing was sent");
  }

  private static void refuse(StrangerLog log, EmbeddedChannel channel, int times) {
    for (int i = 0; i < times; i++) {
      log.refused(channel, "stranger " + i);
    }
  }

  private static void pass(EmbeddedChannel channel) {
    channel.advanceTimeBy(1, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
  }
}
