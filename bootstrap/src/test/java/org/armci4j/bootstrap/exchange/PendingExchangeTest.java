package org.armci4j.bootstrap.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.junit.jupiter.api.Test;

/** An exchange that has failed says why, and who is lost. */
class PendingExchangeTest {
  private static final Failure LOSS = new Failure(2, "b", "was killed");

  private static void assertTold(String expected, String reason) {
    PendingExchange pending = new PendingExchange(0, "x", 1);
    pending.failed(reason);
    BootstrapException told = assertThrows(BootstrapException.class, () -> pending.get(LOSS));
    assertSame(LOSS, told.failure());
    assertEquals(expected, told.getMessage());
  }

  @Test
  void theReasonIsToldBesideALoss() {
    assertTold(
        "exchange 'x' of rank 1 failed: rank 1 waited 5 ms in vain; not arrived: ranks [0]; a"
            + " member is lost as well: rank 2 on b failed: was killed",
        "rank 1 waited 5 ms in vain; not arrived: ranks [0]");
  }

  @Test
  void aLossThatIsTheReasonIsToldOnce() {
    assertTold(
        "exchange 'x' of rank 1 ended: rank 2 on b failed: was killed",
        "rank 2 on b failed: was killed");
  }
}
