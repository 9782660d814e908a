package org.armci4j.bootstrap;

import org.junit.jupiter.api.Nested;

/** What holds wherever ranks meet, over a Unix-domain socket. */
class UnixBootstrapTest {
  @Nested
  class Exchanges extends ExchangeContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.onThisHost(size);
    }
  }

  @Nested
  class Messages extends MessageContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.onThisHost(size);
    }
  }

  @Nested
  class Failures extends FailureContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.onThisHost(size);
    }
  }

  @Nested
  class Losses extends LossContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.onThisHost(size);
    }
  }
}
