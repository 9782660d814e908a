package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;
import org.junit.jupiter.api.Test;

class AccumulateLockTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final LocalJob job = LocalJob.create(3);
  private final Settings settings = ArmciSettings.builder().resolve();
  private final MemorySegment words = Arena.ofAuto().allocate(RankWords.SIZE_BYTES, 64);

  private AccumulateLock lock(int rank) {
    Bootstrap bootstrap = Bootstrap.open(job.membership(rank), settings);
    Waiter waiter = Waiter.forTransfers(bootstrap, () -> false, WaitPolicy.of(settings, 3, 2));
    return new AccumulateLock(words, waiter.among(), bootstrap.lost(), rank);
  }

  private int holder() {
    return words.get(JAVA_INT, RankWords.ACCUMULATE_LOCK) - 1;
  }

  @Test
  void aLockIsTakenFromALostRankAndFromNoOther() throws InterruptedException {
    lock(1).lock();
    AccumulateLock mine = lock(0);
    Thread waiting = Thread.ofPlatform().daemon().start(mine::lock);
    job.lose(2, "not the holder");
    assertTrue(!waiting.join(Duration.ofMillis(50)), "the lock of a living rank was taken");
    assertEquals(1, holder());
    job.lose(1, "the holder");
    assertTrue(waiting.join(LIMIT), "it still waits");
    assertEquals(0, holder());
    mine.unlock();
    assertEquals(-1, holder());
  }
}
