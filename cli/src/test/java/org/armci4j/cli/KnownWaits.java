package org.armci4j.cli;

import java.lang.foreign.Arena;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * A program of three ranks in which somebody is late by half a second, once all that shall wait for
 * it are about to.
 */
final class KnownWaits {
  private static final long LATE_NANOS = 500_000_000;
  private static final long POLL_NANOS = 1_000_000;
  private static final long FLAGS = 1024;

  private final Armci armci;
  private final GlobalMemory memory;

  private KnownWaits(Armci armci) {
    this.armci = armci;
    this.memory = armci.allocate(4096);
  }

  public static void main(String[] arguments) {
    try (Armci armci = Armci.open()) {
      new KnownWaits(armci).run();
    }
  }

  /** Tells a rank that this one waits for it from here on. */
  private void tell(int late, int step) {
    armci.putLong(memory, late, FLAGS + 64L * armci.rank(), step);
    armci.fence(late);
  }

  /** Comes late: some time after these ranks have begun to wait. */
  private void beLate(int step, int... waiting) {
    for (int one : waiting) {
      while (armci.getLong(memory, armci.rank(), FLAGS + 64L * one) < step) {
        work(POLL_NANOS); // each look is an operation, and a trace keeps so many
      }
    }
    work(LATE_NANOS);
  }

  private static void work(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  private void run() {
    Collectives collectives = Collectives.of(armci);
    Elements elements = Elements.of(new long[4]);
    collectives.broadcast(elements, 0); // makes what the next one needs
    armci.barrier();
    signals();
    collectives.broadcast(elements, 1);
    mutex();
    nonblocking(collectives, elements);
    collectives.close();
  }

  /** Rank 1 starts late; rank 0 waits for the end, and rank 2 works and only tests. */
  private void nonblocking(Collectives collectives, Elements elements) {
    CollectiveCalls<Handle> calls = collectives.nonblocking(); // all together, the first time
    if (armci.rank() == 1) {
      beLate(5, 0, 2);
    }
    Handle handle = calls.allreduce(elements, Reduction.MAX);
    if (armci.rank() != 1) {
      tell(1, 5);
    }
    while (armci.rank() == 2 && !handle.test()) {
      work(POLL_NANOS);
    }
    handle.await();
    armci.barrier();
  }

  private void signals() {
    switch (armci.rank()) {
      case 0 -> {
        tell(1, 1);
        armci.waitUntil(memory, 0, Comparison.GE, 1);
        tell(2, 2);
        armci.waitUntil(memory, 8, Comparison.EQ, 7);
        tell(1, 3);
      }
      case 1 -> {
        beLate(1, 0);
        armci.signal(memory, 0, 0, 1);
        armci.signal(memory, 0, 0, 2); // nobody waits for it
        beLate(3, 0, 2);
      }
      default -> {
        beLate(2, 0);
        try (Arena arena = Arena.ofConfined()) {
          armci.putSignal(arena.allocate(256), 0, memory, 0, 256, 256, memory, 8, 7);
        }
        tell(1, 3);
      }
    }
  }

  private void mutex() {
    Mutexes mutexes = armci.createMutexes(1);
    if (armci.rank() == 2) {
      mutexes.lock(0, 0);
    }
    armci.barrier();
    if (armci.rank() == 1) {
      tell(2, 4);
      mutexes.lock(0, 0);
      mutexes.unlock(0, 0);
    } else if (armci.rank() == 2) {
      beLate(4, 1);
      mutexes.unlock(0, 0);
    }
    armci.barrier();
  }
}
