package org.armci4j.testkit.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that the helper thread advances a started long transfer while its rank computes. UCX alone
 * would send only as much as the kernel's buffers take, and those would get nothing more until the
 * next look, a second later.
 */
class UcxProgressTest {
  private static final long GOT_BYTES = 16 << 20;

  private static final long STRIDE_BYTES = 128 << 10;
  private static final long SEGMENT_BYTES = STRIDE_BYTES - 64;

  /**
   * Length of a put. The kernel takes more of a put than of an answer, because the target reads
   * while the call writes.
   */
  private static final long PUT_BYTES = 64 << 20;

  /** More operations than {@link #PUT_BYTES} are in the shortest messages. */
  private static final int MOST_OPERATIONS = 32768;

  private static final VarHandle LONG = JAVA_LONG.varHandle();

  /** Time after which the helper thread sleeps, for up to a second if nothing wakes it. */
  private static final long QUIET_NANOS = 20_000_000;

  /** Time by which a transfer must be in place: less than the rest of that second. */
  private static final long SOON_NANOS = 900_000_000;

  /**
   * Time before which a finished transfer was carried out by the call itself, with nothing left.
   */
  private static final long LEFT_NANOS = 1_000_000;

  /**
   * Rounds of a test. On a busy machine not every unfinished transfer is in place soon; without the
   * helper thread none is.
   */
  private static final int ROUNDS = 20;

  private static final long LIMIT_NANOS = 20_000_000_000L;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  /** Computes until a condition holds or the limit is over, without a call of the runtime. */
  private static long compute(BooleanSupplier end, long limitNanos) {
    long begin = System.nanoTime();
    while (!end.getAsBoolean() && System.nanoTime() - begin < limitNanos) {
      Thread.onSpinWait();
    }
    return System.nanoTime() - begin;
  }

  private interface Program {
    /** Returns, on rank 0, the time that it computed until everything was in place. */
    long run(Armci armci, GlobalMemory memory, Handle handle, long round);
  }

  private static void run(long bytes, Program program) {
    run(UcxJobs.threads(2), bytes, program);
  }

  private static void run(RankThreads job, long bytes, Program program) {
    List<Long> nanos = new CopyOnWriteArrayList<>();
    AtomicBoolean soon = new AtomicBoolean();
    job.with(ArmciSettings.SHM_RESERVE, false)
        .within(Duration.ofMinutes(1))
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(bytes);
              Handle handle = armci.newHandle();
              for (long round = 1; round <= ROUNDS && !soon.get(); round++) {
                armci.barrier();
                long computed = program.run(armci, memory, handle, round);
                handle.await();
                if (armci.rank() == 0) {
                  nanos.add(computed);
                  soon.set(computed >= LEFT_NANOS && computed < SOON_NANOS);
                }
                armci.barrier();
              }
              armci.free(memory);
            });
    boolean late = nanos.stream().anyMatch(each -> each >= SOON_NANOS);
    assertTrue(soon.get() || !late, () -> "it took so long, in ns: " + nanos);
  }

  @Test
  void aPutGoesOn() {
    putGoesOn(UcxJobs.threads(2));
  }

  /**
   * Puts in messages, with room for all of them at once; without it UCX would carry so long a put.
   */
  @Test
  void aPutInMessagesGoesOn() {
    putGoesOn(UcxJobs.threads(2).with(UcxSettings.DEPTH, MOST_OPERATIONS));
  }

  private static void putGoesOn(RankThreads job) {
    AtomicLong arrived = new AtomicLong();
    long last = PUT_BYTES - Long.BYTES;
    run(
        job,
        PUT_BYTES,
        (armci, memory, handle, round) -> {
          if (armci.rank() == 1) {
            armci.waitUntil(memory, last, Comparison.EQ, round);
            arrived.set(round);
            return 0;
          }
          memory.local().set(JAVA_LONG, last, round);
          compute(() -> false, QUIET_NANOS);
          armci.nbPut(memory.local(), 0, memory, 1, 0, PUT_BYTES, handle);
          return compute(() -> arrived.get() == round, LIMIT_NANOS);
        });
  }

  @Test
  void aGetGoesOn() {
    getGoesOn(
        GOT_BYTES - Long.BYTES,
        (armci, memory, handle) -> armci.nbGet(memory, 1, 0, memory.local(), 0, GOT_BYTES, handle));
  }

  /** Gets a list of short segments. */
  @Test
  void aGetOfAListGoesOn() {
    SegmentList list = new SegmentList();
    long segments = GOT_BYTES / STRIDE_BYTES;
    list.addRun(0, STRIDE_BYTES, 0, STRIDE_BYTES, SEGMENT_BYTES, segments);
    getGoesOn(
        (segments - 1) * STRIDE_BYTES + SEGMENT_BYTES - Long.BYTES,
        (armci, memory, handle) ->
            armci.lists().get(memory, 1, 0, memory.local(), 0, list, handle));
  }

  private interface Start {
    void run(Armci armci, GlobalMemory memory, Handle handle);
  }

  private static void getGoesOn(long last, Start start) {
    run(
        GOT_BYTES,
        (armci, memory, handle, round) -> {
          if (armci.rank() == 1) {
            memory.local().set(JAVA_LONG, last, round);
            armci.barrier();
            return 0;
          }
          armci.barrier();
          compute(() -> false, QUIET_NANOS);
          start.run(armci, memory, handle);
          return compute(() -> (long) LONG.getAcquire(memory.local(), last) == round, LIMIT_NANOS);
        });
  }
}
