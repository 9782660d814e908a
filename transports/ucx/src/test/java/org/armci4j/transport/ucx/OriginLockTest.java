package org.armci4j.transport.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OriginLockTest {
  private final OriginLock lock = new OriginLock();
  private final List<String> order = new CopyOnWriteArrayList<>();

  /** Starts a thread of the program, and waits until it waits for the lock. */
  private Thread waitingThread() {
    Thread program =
        Thread.ofPlatform()
            .start(
                () -> {
                  lock.lock();
                  order.add("program");
                  lock.unlock();
                });
    while (program.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return program;
  }

  @Test
  void theHelperGoesBehindAThreadThatWaits() throws InterruptedException {
    lock.lock();
    Thread program = waitingThread();
    lock.unlock();
    lock.lockBehindOthers();
    order.add("helper");
    lock.unlock();
    program.join();
    assertEquals(List.of("program", "helper"), order);
  }

  @Test
  void theHolderTakesItAgainWhileOthersWait() throws InterruptedException {
    lock.lockBehindOthers();
    Thread program = waitingThread();
    lock.lock();
    assertTrue(lock.tryLock());
    lock.unlock();
    lock.unlock();
    assertTrue(lock.isHeld());
    lock.unlock();
    program.join();
    assertEquals(List.of("program"), order);
  }
}
