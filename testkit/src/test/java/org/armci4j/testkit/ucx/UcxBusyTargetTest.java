package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that a target that computes for a second, without a call, holds up no other rank. Over TCP
 * nothing moves by itself, so its helper thread has to wake up for each operation.
 */
class UcxBusyTargetTest {
  private static final long COMPUTED_NANOS = 1_000_000_000L;

  /**
   * Limit of the median: a wake-up takes some tens of microseconds, but the machine has other work.
   */
  private static final long MEDIAN_LIMIT_NANOS = 5_000_000;

  private static final long LONGEST_LIMIT_NANOS = COMPUTED_NANOS / 2;
  private static final int LEAST_ROUNDS = 20;

  private static final long WORD = 0;
  private static final long DATA = 64;
  private static final int DATA_BYTES = 16 << 10;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  /** Makes rank 0's operations on the other rank and takes their times. */
  private static final class Origin {
    private final Armci armci;
    private final GlobalMemory memory;
    private final MemorySegment data = MemorySegment.ofArray(new long[DATA_BYTES / Long.BYTES]);
    private final MemorySegment back = MemorySegment.ofArray(new long[DATA_BYTES / Long.BYTES]);
    private final List<Long> put = new ArrayList<>();
    private final List<Long> get = new ArrayList<>();
    private final List<Long> add = new ArrayList<>();

    Origin(Armci armci, GlobalMemory memory) {
      this.armci = armci;
      this.memory = memory;
    }

    void round(long round) {
      data.set(ValueLayout.JAVA_LONG, DATA_BYTES - Long.BYTES, round);
      put.add(
          nanos(
              () -> {
                armci.put(data, memory, 1, DATA);
                armci.fence(1);
              }));
      get.add(nanos(() -> armci.get(memory, 1, DATA, back)));
      assertEquals(round, back.get(ValueLayout.JAVA_LONG, DATA_BYTES - Long.BYTES));
      add.add(nanos(() -> assertEquals(round, armci.fetchAndAdd(memory, 1, WORD, 1))));
    }

    void forget() {
      List.of(put, get, add).forEach(List::clear);
    }

    private static long nanos(Runnable operation) {
      long start = System.nanoTime();
      operation.run();
      return System.nanoTime() - start;
    }

    void assertSoon() {
      assertSoon("put and fence", put);
      assertSoon("get", get);
      assertSoon("fetch-add", add);
    }

    private static void assertSoon(String operation, List<Long> nanos) {
      Collections.sort(nanos);
      assertTrue(nanos.size() >= LEAST_ROUNDS, () -> operation + ": only " + nanos.size());
      long median = nanos.get(nanos.size() / 2);
      long longest = nanos.getLast();
      String text =
          Text.format(
              "%s while the target computes: %d us, at most %d us, %d times",
              operation, median / 1000, longest / 1000, nanos.size());
      System.out.println(text);
      assertTrue(median < MEDIAN_LIMIT_NANOS && longest < LONGEST_LIMIT_NANOS, text);
    }
  }

  @Test
  void whatIsDoneToItTakesAWakeUp() {
    AtomicBoolean computes = new AtomicBoolean();
    UcxJobs.threads(2)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(DATA + DATA_BYTES);
              armci.barrier();
              if (armci.rank() == 0) {
                Origin origin = new Origin(armci, memory);
                long round = 0;
                origin.round(round++); // makes the connection, which asks the other side
                armci.barrier();
                while (!computes.get()) {
                  Thread.onSpinWait();
                }
                origin.forget();
                while (computes.get()) {
                  origin.round(round++);
                }
                origin.assertSoon();
              } else {
                armci.barrier();
                computes.set(true);
                long end = System.nanoTime() + COMPUTED_NANOS;
                while (System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
                computes.set(false);
              }
              armci.barrier();
            });
  }
}
