package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Test;

class LocalJobTest extends BootstrapContract {
  @Override
  Meeting meet(int size) {
    LocalJob job = LocalJob.create(size);
    Settings settings = Settings.of(BootstrapSettings.ALL).resolve();
    return new Meeting() {
      @Override
      public Bootstrap open(int rank) {
        return Bootstrap.open(job.membership(rank), settings);
      }

      @Override
      public void fail(int rank, String reason) {
        job.fail(rank, reason);
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void jobsHaveNamesOfTheirOwn() {
    assertNotEquals(LocalJob.create(1).jobId(), LocalJob.create(1).jobId());
  }

  @Test
  void launcherSeesTheFailure() {
    LocalJob job = LocalJob.create(2);
    assertNull(job.failure());
    Bootstrap.open(job.membership(1), Settings.of(BootstrapSettings.ALL).resolve()).abort("why");
    assertEquals(new Failure(1, Host.name(), "why"), job.failure());
  }

  @Test
  void sizeIsChecked() {
    assertThrows(IllegalArgumentException.class, () -> LocalJob.create(0));
    assertThrows(IllegalArgumentException.class, () -> LocalJob.create(2).membership(2));
  }
}
