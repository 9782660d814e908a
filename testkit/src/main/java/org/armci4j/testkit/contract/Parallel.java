package org.armci4j.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.armci4j.Armci;

/** Runs further threads of one rank, for checks; the first that fails ends the job. */
final class Parallel {
  private final Armci armci;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  Parallel(Armci armci) {
    this.armci = armci;
  }

  /** Runs on a thread; may throw anything. */
  @FunctionalInterface
  interface ThreadBody {
    void run() throws Exception;
  }

  void start(ThreadBody body) {
    threads.add(Thread.ofPlatform().daemon().start(() -> run(body)));
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
