package org.armci4j.bootstrap;

import org.junit.jupiter.api.Nested;

/** What holds wherever ranks meet, over sockets. */
class RendezvousBootstrapTest {
  @Nested
  class Exchanges extends ExchangeContract {
    @Override
    Meeting meet(int size) {
      return Meeting.atRendezvous(size);
    }
  }

  @Nested
  class Messages extends MessageContract {
    @Override
    Meeting meet(int size) {
      return Meeting.atRendezvous(size);
    }
  }

  @Nested
  class Failures extends FailureContract {
    @Override
    Meeting meet(int size) {
      return Meeting.atRendezvous(size);
    }
  }
}
