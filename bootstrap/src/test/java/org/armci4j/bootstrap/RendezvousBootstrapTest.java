package org.armci4j.bootstrap;

import org.junit.jupiter.api.Nested;

/** What holds wherever ranks meet, over TCP. */
class RendezvousBootstrapTest {
  @Nested
  class Exchanges extends ExchangeContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.overTcp(size);
    }
  }

  @Nested
  class Messages extends MessageContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.overTcp(size);
    }
  }

  @Nested
  class Failures extends FailureContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.overTcp(size);
    }
  }

  @Nested
  class Losses extends LossContract {
    @Override
    JobUnderTest jobOf(int size) {
      return JobUnderTest.overTcp(size);
    }
  }
}
