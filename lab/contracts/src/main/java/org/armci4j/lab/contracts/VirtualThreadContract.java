package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.call.Calls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciTimeoutException;

/**
 * Checks waits of virtual threads. There are more of them than carriers, so a wait that kept its
 * carrier would keep the thread from running that ends it.
 */
public final class VirtualThreadContract implements Contract {
  private static final int ECHO = 7;
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Time after which the waits of all transports sleep in the kernel. */
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

  /** Collectives that are under way at once are part of the program's design, and few. */
  private static final int MOST_COLLECTIVES = 64;

  private final int threads;

  /**
   * Makes the contract.
   *
   * @param threads number of virtual threads of each rank
   */
  public VirtualThreadContract(int threads) {
    this.threads = threads;
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("waits of virtual threads leave the carriers to others", this::signals);
    checks.put("gets of many virtual threads are under way at once", this::gets);
    checks.put("fences of many virtual threads", this::fences);
    checks.put("a mutex guards against virtual threads", this::mutexes);
    checks.put("calls of many virtual threads", this::calls);
    checks.put("handles of many virtual threads", this::handles);
    checks.put("handles as stages", this::stages);
    checks.put("virtual threads await collectives", this::collectives);
    checks.put("each virtual thread is told of its time-out", this::timeouts);
    checks.put("an interrupt ends no wait of a virtual thread", this::interrupts);
    return checks;
  }

  /** Runs in a virtual thread, which has a number. */
  @FunctionalInterface
  private interface NumberedBody {
    void run(int number) throws Exception;
  }

  private static void each(Armci armci, int count, NumberedBody body) throws Exception {
    Parallel parallel = Parallel.virtual(armci);
    for (int i = 0; i < count; i++) {
      int number = i;
      parallel.start(() -> body.run(number));
    }
    parallel.join();
  }

  /** The threads that signal start behind those that wait. */
  private void signals(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(8L * threads);
    CountDownLatch begun = new CountDownLatch(threads);
    each(
        armci,
        threads + 1,
        number -> {
          if (number < threads) {
            begun.countDown();
            armci.waitUntil(memory, 8L * number, Comparison.GE, 1, LONG_NANOS);
          } else {
            begun.await();
            TimeUnit.NANOSECONDS.sleep(LATE_NANOS);
            for (int i = 0; i < threads; i++) {
              armci.signal(memory, right(armci), 8L * i, 1);
            }
          }
        });
    armci.free(memory);
  }

  private void gets(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(8L * threads);
    for (int i = 0; i < threads; i++) {
      armci.putLong(memory, armci.rank(), 8L * i, value(armci.rank(), i));
    }
    armci.barrier();
    int right = right(armci);
    each(
        armci,
        threads,
        i -> {
          assertEquals(value(right, i), armci.getLong(memory, right, 8L * i));
          long[] word = {0};
          armci.get(memory, right, 8L * i, MemorySegment.ofArray(word));
          assertEquals(value(right, i), word[0]);
        });
    armci.barrier();
    armci.free(memory);
  }

  private static long value(int rank, int number) {
    return 1_000_003L * rank + number;
  }

  /** A thread sees what it has put itself, and another rank what was put before a fence. */
  private void fences(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(16L * threads);
    int right = right(armci);
    each(
        armci,
        threads,
        i -> {
          armci.put(MemorySegment.ofArray(new long[] {i + 1}), memory, right, 16L * i);
          assertEquals(i + 1, armci.getLong(memory, right, 16L * i));
          armci.fence(right);
          armci.signal(memory, right, 16L * i + 8, 1);
        });
    for (int i = 0; i < threads; i++) {
      armci.waitUntil(memory, 16L * i + 8, Comparison.EQ, 1, LONG_NANOS);
      assertEquals(i + 1, armci.getLong(memory, armci.rank(), 16L * i));
    }
    armci.barrier();
    armci.free(memory);
  }

  private void mutexes(Armci armci) throws Exception {
    Mutexes mutexes = armci.createMutexes(1);
    GlobalMemory memory = armci.allocate(8);
    int[] plain = {0};
    each(
        armci,
        threads,
        _ -> {
          mutexes.lock(0, 0);
          plain[0]++;
          armci.putLong(memory, 0, 0, armci.getLong(memory, 0, 0) + 1);
          mutexes.unlock(0, 0);
        });
    assertEquals(threads, plain[0]);
    armci.barrier();
    assertEquals((long) threads * armci.size(), armci.getLong(memory, 0, 0));
    armci.barrier();
    armci.free(memory);
    mutexes.close();
  }

  private void calls(Armci armci) throws Exception {
    try (Calls calls = Calls.open(armci)) {
      calls.register(ECHO, CallContract::echo);
      armci.barrier();
      each(
          armci,
          threads,
          i -> {
            long[] reply = {0};
            MemorySegment request = MemorySegment.ofArray(new long[] {i});
            calls.call(right(armci), ECHO, request, MemorySegment.ofArray(reply));
            assertEquals(i, reply[0]);
          });
      armci.barrier();
    }
  }

  private void handles(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(8L * threads);
    int right = right(armci);
    each(
        armci,
        threads,
        i -> {
          Handle handle = armci.newHandle();
          MemorySegment source = MemorySegment.ofArray(new long[] {i + 1});
          armci.nbPut(source, memory, right, 8L * i, handle);
          handle.awaitRemote();
          long[] back = {0};
          armci.nbGet(memory, right, 8L * i, MemorySegment.ofArray(back), handle);
          handle.await();
          assertEquals(i + 1, back[0]);
        });
    armci.barrier();
    armci.free(memory);
  }

  /** All are under way at once, and an action behind one waits itself. */
  private void stages(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(8);
    armci.putLong(memory, armci.rank(), 0, armci.rank() + 1);
    armci.barrier();
    int right = right(armci);
    CountDownLatch over = new CountDownLatch(2 * threads);
    AtomicInteger wrong = new AtomicInteger();
    List<long[]> words = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Handle handle = armci.newHandle();
      long[] word = {0};
      words.add(word);
      armci.nbGet(memory, right, 0, MemorySegment.ofArray(word), handle);
      var stage =
          i % 2 == 0
              ? handle.toCompletionStage()
              : handle.toCompletionStage(Thread::startVirtualThread);
      stage.thenRun(over::countDown);
      stage
          .thenAccept(
              _ -> {
                if (armci.getLong(memory, right, 0) != right + 1) {
                  wrong.incrementAndGet();
                }
              })
          .thenRun(over::countDown);
    }
    assertTrue(over.await(LONG_NANOS, TimeUnit.NANOSECONDS), over::toString);
    assertEquals(0, wrong.get());
    words.forEach(word -> assertEquals(right + 1, word[0]));
    armci.barrier();
    armci.free(memory);
  }

  private void collectives(Armci armci) throws Exception {
    Collectives collectives = Collectives.of(armci);
    int count = Math.min(threads, MOST_COLLECTIVES);
    long[][] sums = new long[count][1];
    Handle[] handles = new Handle[count];
    for (int i = 0; i < count; i++) {
      Elements one = Elements.of(new long[] {i + 1});
      handles[i] = collectives.nonblocking().allreduce(one, Elements.of(sums[i]), Reduction.SUM);
    }
    each(
        armci,
        count,
        i -> {
          handles[i].await();
          assertEquals((i + 1L) * armci.size(), sums[i][0]);
        });
    armci.barrier();
    collectives.close();
  }

  private void timeouts(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(8);
    each(
        armci,
        threads,
        _ ->
            assertThrows(
                ArmciTimeoutException.class,
                () -> armci.waitUntil(memory, 0, Comparison.EQ, 1, SHORT_NANOS)));
    armci.barrier();
    armci.free(memory);
  }

  private void interrupts(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(8);
    CountDownLatch begun = new CountDownLatch(threads);
    Parallel parallel = Parallel.virtual(armci);
    for (int i = 0; i < threads; i++) {
      parallel.start(
          () -> {
            begun.countDown();
            armci.waitUntil(memory, 0, Comparison.EQ, 1, LONG_NANOS);
            assertTrue(Thread.interrupted(), "the interrupt is kept");
          });
    }
    begun.await();
    parallel.interrupt();
    TimeUnit.NANOSECONDS.sleep(SHORT_NANOS);
    armci.barrier(); // else a signal may come before the interrupts
    armci.signal(memory, right(armci), 0, 1);
    parallel.join();
    armci.barrier();
    armci.free(memory);
  }
}
