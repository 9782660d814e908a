package org.armci4j.transport.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OriginLockTest {
  private OriginLock lock = new OriginLock(20_000_000_000L);
  private final List<String> order = new CopyOnWriteArrayList<>();

  /** Starts a thread of the program, and waits until it waits for the lock. */
  private Thread waitingThread() {
    Thread program = Thread.ofPlatform().start(this::pass);
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

  /** As the waiting thread is woken and cannot run: a virtual thread without a carrier. */
  @Test
  void theHelperDoesNotWaitForAThreadThatDoesNotCome() throws InterruptedException {
    lock = new OriginLock();
    CountDownLatch end = new CountDownLatch(1);
    int carriers = Runtime.getRuntime().availableProcessors();
    lock.lock();
    Thread program = Thread.ofVirtual().start(this::pass);
    while (program.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    CountDownLatch occupied = new CountDownLatch(carriers);
    List<Thread> busy = new ArrayList<>();
    for (int i = 0; i < carriers; i++) {
      busy.add(Thread.ofVirtual().start(() -> spin(occupied, end)));
    }
    occupied.await();
    lock.unlock();
    lock.lockBehindOthers();
    order.add("helper");
    lock.unlock();
    end.countDown();
    program.join();
    for (Thread one : busy) {
      one.join();
    }
    assertEquals(List.of("helper", "program"), order);
  }

  private void pass() {
    lock.lock();
    order.add("program");
    lock.unlock();
  }

  private static void spin(CountDownLatch started, CountDownLatch end) {
    started.countDown();
    while (end.getCount() > 0) {
      Thread.onSpinWait();
    }
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
