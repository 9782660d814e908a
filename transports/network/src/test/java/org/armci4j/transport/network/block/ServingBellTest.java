package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.armci4j.waiting.Doorbell;
import org.junit.jupiter.api.Test;

/** Whom what comes in wakes. */
class ServingBellTest {
  private static final BooleanSupplier NOTHING_FOR_IT = () -> false;
  private static final BooleanSupplier ITS_OWN = () -> true;

  private final AtomicInteger rings = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();
  private final ServingBell bell = new ServingBell(new Counting(), left::incrementAndGet);

  /** A bell at which nobody sleeps. */
  private final class Counting implements Doorbell {
    @Override
    public int announce() {
      return 0;
    }

    @Override
    public void park(int ticket, long timeoutNanos) {}

    @Override
    public void retract() {}

    @Override
    public void ring() {
      rings.incrementAndGet();
    }
  }

  private int ringsForWhatCame() {
    int before = rings.get();
    bell.ringForWhatCame();
    return rings.get() - before;
  }

  @Test
  void nobodyIsWokenWhereNobodySleeps() {
    assertEquals(0, ringsForWhatCame());
    bell.announce(ITS_OWN);
    bell.retract(ITS_OWN);
    assertEquals(0, ringsForWhatCame());
  }

  @Test
  void aWaitIsWokenByWhatMayEndItOnly() {
    bell.announce(NOTHING_FOR_IT);
    assertEquals(0, ringsForWhatCame());
    bell.retract(NOTHING_FOR_IT);
    bell.announce(ITS_OWN);
    assertEquals(1, ringsForWhatCame());
  }

  @Test
  void aSecondWaitIsAlwaysWokenAndTheFirstStaysKnown() {
    bell.announce(NOTHING_FOR_IT);
    bell.announce(NOTHING_FOR_IT::getAsBoolean);
    assertEquals(1, ringsForWhatCame());
    bell.retract(() -> true); // the second: any object but the first's
    assertEquals(0, ringsForWhatCame());
    bell.retract(NOTHING_FOR_IT);
    bell.announce(ITS_OWN);
    assertEquals(1, ringsForWhatCame());
  }

  @Test
  void aWaitOfWhichNothingIsKnownIsAlwaysWoken() {
    bell.announce();
    assertEquals(1, ringsForWhatCame());
    bell.retract();
    assertEquals(0, ringsForWhatCame());
  }

  @Test
  void whoeverGoesToSleepLeavesTheWorkToTheHelper() {
    bell.announce(NOTHING_FOR_IT);
    bell.announce();
    assertEquals(2, left.get());
  }

  @Test
  void othersRingAsEver() {
    bell.ring();
    assertEquals(1, rings.get());
  }
}
