package org.armci4j.bootstrap.launch.ssh;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LauncherWatchTest {
  private final LauncherWatch watch = new LauncherWatch(() -> {});

  private void lookAndSeeAll(int times) {
    for (int i = 0; i < times; i++) {
      assertFalse(watch.look(), "look " + i);
    }
  }

  @Test
  void aLauncherThatIsHeardIsNotSilent() {
    lookAndSeeAll(8);
    watch.heard();
    lookAndSeeAll(8);
    assertTrue(watch.look());
  }
}
