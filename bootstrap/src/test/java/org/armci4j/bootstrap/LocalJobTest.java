package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LocalJobTest {
  @Nested
  class Exchanges extends ExchangeContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.local(size);
    }
  }

  @Nested
  class Messages extends MessageContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.local(size);
    }
  }

  @Nested
  class Failures extends FailureContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.local(size);
    }
  }

  @Nested
  class Losses extends LossContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.local(size);
    }
  }

  @Test
  void jobsHaveNamesOfTheirOwn() {
    assertNotEquals(LocalJob.create(1).jobId(), LocalJob.create(1).jobId());
  }

  @Test
  void launcherSeesTheFailure() {
    LocalJob job = LocalJob.create(2);
    assertNull(job.failure());
    Bootstrap.open(job.membership(1), Settings.resolve(BootstrapSettings.ALL)).abort("why");
    assertEquals(new Failure(1, Host.name(), "why"), job.failure());
  }

  @Test
  void ranksShareOneObjectOfAType() {
    Settings settings = Settings.resolve(BootstrapSettings.ALL);
    LocalJob job = LocalJob.create(2);
    try (Bootstrap zero = Bootstrap.open(job.membership(0), settings);
        Bootstrap one = Bootstrap.open(job.membership(1), settings)) {
      assertSame(zero.shared(Object.class, Object::new), one.shared(Object.class, Object::new));
    }
  }

  @Test
  void sizeIsChecked() {
    assertThrows(IllegalArgumentException.class, () -> LocalJob.create(0));
    assertThrows(IllegalArgumentException.class, () -> LocalJob.create(2).membership(2));
  }
}
