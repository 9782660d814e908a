package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.OriginSteps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How long the thread sleeps: queued operations of a rank that computes cost it a wake-up only
 * where something has come about for them, if its network tells.
 */
class HelperThreadTest {
  /** Longer sleeps end early here. */
  private static final long LONGEST_NANOS = 2_000_000;

  private static final long RETRY_NANOS = 50_000;
  private static final long STEPS_NANOS = 1_000_000;

  private static final int ATTEMPTS = 20;
  private static final int SLEEPS = 1000;

  /** An inbox to which nothing comes, and which writes down how long it may be slept at. */
  private static final class Sleeps implements HelperInbox {
    private final LinkedBlockingQueue<Long> nanos = new LinkedBlockingQueue<>();
    private final boolean seesAnswers;

    /** Which sleep something ends at once; -1 for none. */
    private final int ended;

    private int sleeps;

    Sleeps(boolean seesAnswers, int ended) {
      this.seesAnswers = seesAnswers;
      this.ended = ended;
    }

    long next() throws InterruptedException {
      Long next = nanos.poll(20, TimeUnit.SECONDS);
      assertNotNull(next, "it does not sleep");
      return next;
    }

    @Override
    public boolean receive(Receiver receiver) {
      return false;
    }

    @Override
    public void arm() {}

    @Override
    public void await(long timeoutNanos) {
      nanos.add(timeoutNanos);
      long end = System.nanoTime() + Math.min(timeoutNanos, LONGEST_NANOS);
      if (sleeps++ == ended) {
        return;
      }
      for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }

    @Override
    public boolean seesAnswers() {
      return seesAnswers;
    }

    @Override
    public void wake() {}
  }

  private static final class NoOwner implements HelperThread.Owner {
    @Override
    public void helperSignalled() {}

    @Override
    public void ringBell() {}

    @Override
    public void look() {}

    @Override
    public void helperEnded(RuntimeException thrown) {}
  }

  private static final class Waiting implements OriginSteps.Steps {
    @Override
    public boolean take() {
      return false;
    }

    @Override
    public boolean needLooks() {
      return true;
    }
  }

  private static HelperServer server(boolean queued) {
    OriginSteps steps = new OriginSteps();
    if (queued) {
      steps.add(new Waiting());
    }
    Network idle =
        (Network)
            Proxy.newProxyInstance(
                HelperThreadTest.class.getClassLoader(),
                new Class<?>[] {Network.class},
                (_, method, _) -> method.getName().equals("poll") ? steps.take() : null);
    return new HelperServer(idle, _ -> null, _ -> null, steps, 2, new NoBlocks(), 64, 64, false);
  }

  private static final class NoBlocks implements HelperServer.BlockFinder {
    @Override
    public RemoteBlock find(long address, long lengthBytes) {
      return null;
    }

    @Override
    public boolean isOffered(long address, byte[] key) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, 1000000000, 1000000000",
    "false, true, 1000000000, 1000000000",
    "true, false, 50000, 50000",
    "true, true, 50000, 1000000"
  })
  void sleepsAsLongAsNothingIsMissed(
      boolean queued, boolean seesAnswers, long firstNanos, long laterNanos)
      throws InterruptedException {
    Sleeps inbox = new Sleeps(seesAnswers, -1);
    try (HelperThread thread = new HelperThread(0, inbox, 0, server(queued), new NoOwner())) {
      thread.start();
      for (int sleep = 0; sleep < 4; sleep++) {
        assertEquals(sleep == 0 ? firstNanos : laterNanos, inbox.next());
      }
    }
  }

  /**
   * It may have come in the middle of a look that another thread took. The thread tells by the
   * clock whether its sleep was ended, so on a busy machine it may not see so at its first attempt.
   */
  @Test
  void looksOnceMoreSoonBehindWhatHasCome() throws InterruptedException {
    List<Long> expected = List.of(RETRY_NANOS, STEPS_NANOS, STEPS_NANOS, RETRY_NANOS);
    List<Long> slept = List.of();
    for (int attempt = 0; attempt < ATTEMPTS && !slept.equals(expected); attempt++) {
      slept = firstSleeps(new Sleeps(true, 2), expected.size());
    }
    assertEquals(expected, slept);
  }

  /** Tells who received first since the inbox was armed. */
  private static final class Contended implements HelperInbox {
    private final AtomicReference<Thread> receiver = new AtomicReference<>(Thread.currentThread());
    private final CountDownLatch sleeps = new CountDownLatch(SLEEPS);
    private volatile boolean missed;

    @Override
    public boolean receive(Receiver to) {
      receiver.compareAndSet(null, Thread.currentThread());
      return false;
    }

    @Override
    public void arm() {
      receiver.set(null);
      LockSupport.parkNanos(RETRY_NANOS); // until the other thread tries
    }

    @Override
    public void await(long timeoutNanos) {
      missed |= !Thread.currentThread().equals(receiver.get());
      sleeps.countDown();
    }

    @Override
    public void wake() {}
  }

  /** What came before the inbox was armed, and is left by another thread, would wake nobody. */
  @Test
  void receivesItselfBetweenArmingAndSleep() throws InterruptedException {
    Contended inbox = new Contended();
    try (HelperThread thread = new HelperThread(0, inbox, 0, server(false), new NoOwner())) {
      thread.start();
      while (inbox.sleeps.getCount() > 0) {
        if (inbox.receiver.get() == null) {
          thread.attend();
          thread.leave();
        }
      }
      assertFalse(inbox.missed, "slept after another thread had received in its place");
    }
  }

  private static List<Long> firstSleeps(Sleeps inbox, int count) throws InterruptedException {
    List<Long> slept = new ArrayList<>();
    try (HelperThread thread = new HelperThread(0, inbox, 0, server(true), new NoOwner())) {
      thread.start();
      while (slept.size() < count) {
        slept.add(inbox.next());
      }
    }
    return slept;
  }
}
