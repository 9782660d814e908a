package org.armci4j.lab.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.armci4j.Armci;

/** Runs further threads of one rank, for checks; the first that fails ends the job. */
final class Parallel {
  private final Armci armci;
  private final Thread.Builder builder;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  Parallel(Armci armci) {
    this(armci, Thread.ofPlatform().daemon());
  }

  private Parallel(Armci armci, Thread.Builder builder) {
    this.armci = armci;
    this.builder = builder;
  }

  /** Returns one whose threads are virtual. */
  static Parallel virtual(Armci armci) {
    return new Parallel(armci, Thread.ofVirtual());
  }

  /** Runs on a thread; may throw anything. */
  @FunctionalInterface
  interface ThreadBody {
    void run() throws Exception;
  }

  void start(ThreadBody body) {
    threads.add(builder.start(() -> run(body)));
  }

  private void run(ThreadBody body) {
    try {
      body.run();
    } catch (Throwable e) {
      if (failure.compareAndSet(null, e)) {
        armci.abort(e.toString());
      }
    }
  }

  /** Interrupts all threads. */
  void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  /** Waits for all threads; throws the exception of the first that failed. */
  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }
}
