package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.armci4j.waiting.Doorbell;
import org.junit.jupiter.api.Test;

/** Whom what comes in wakes. */
class ServingBellTest {
  private final Sleeper nothingForIt = new Sleeper(false);
  private final Sleeper itsOwn = new Sleeper(true);
  private final AtomicInteger rings = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();
  private final ServingBell bell = new ServingBell(new Counting(), left::incrementAndGet);

  /** A wait, and whether what comes in may end it. */
  private static final class Sleeper implements BooleanSupplier {
    private final boolean mayEnd;

    Sleeper(boolean mayEnd) {
      this.mayEnd = mayEnd;
    }

    @Override
    public boolean getAsBoolean() {
      return mayEnd;
    }
  }

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
    bell.announce(itsOwn);
    bell.retract(itsOwn);
    assertEquals(0, ringsForWhatCame());
  }

  @Test
  void aWaitIsWokenByWhatMayEndItOnly() {
    bell.announce(nothingForIt);
    assertEquals(0, ringsForWhatCame());
    bell.retract(nothingForIt);
    bell.announce(itsOwn);
    assertEquals(1, ringsForWhatCame());
  }

  @Test
  void aSecondWaitIsAlwaysWokenAndTheFirstStaysKnown() {
    Sleeper second = new Sleeper(false);
    bell.announce(nothingForIt);
    bell.announce(second);
    assertEquals(1, ringsForWhatCame());
    bell.retract(second);
    assertEquals(0, ringsForWhatCame());
    bell.retract(nothingForIt);
    bell.announce(itsOwn);
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
  void aThreadThatGoesToSleepLeavesTheWorkToTheHelper() {
    bell.announce(nothingForIt);
    bell.announce();
    assertEquals(2, left.get());
  }

  @Test
  void othersRingAsEver() {
    bell.ring();
    assertEquals(1, rings.get());
  }
}
