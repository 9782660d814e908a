package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.call.Handler;

/**
 * Checks the promises of procedure calls: each is served once, whatever its target does, or ends
 * with a reason in words.
 */
final class CallContract implements Contract {
  static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);
  static final int ECHO = 1;
  static final int COUNT = 2;

  /** Seed of the draws; the property {@code calls.seed} repeats that of an earlier run. */
  private static final int SEED =
      Integer.getInteger("calls.seed", (int) System.nanoTime() & Integer.MAX_VALUE);

  private static final int CALLS_OF_THREAD = 200;
  private static final int ECHOES_OF_THREAD = 2_000;
  private static final int SUMS = 20;
  private static final long HANDLER_NANOS = 10_000_000_000L;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final int callsOfThread;
  private final int echoesOfThread;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  CallContract(double scale) {
    this.callsOfThread = (int) Math.max(1, CALLS_OF_THREAD * scale);
    this.echoesOfThread = (int) Math.max(1, ECHOES_OF_THREAD * scale);
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("requests and replies of all sizes arrive", armci -> sizes(armci, Calls::register));
    checks.put("a call sees what was put before it", CallContract::ordering);
    checks.put("a target that computes still serves", armci -> progress(armci, Calls::register));
    checks.put("calls under way all get their own reply", CallContract::nonblocking);
    checks.put("calls that nobody waits for do not block", CallContract::leftAlone);
    checks.put("many threads call all ranks", this::manyThreads);
    checks.put("every thread gets the reply of its own call", this::ownReplies);
    checks.put("handlers call on", CallContract::nested);
    checks.put("a handler that takes long holds up no accumulates", CallContract::longHandler);
    return checks;
  }

  static int echo(int origin, MemorySegment request, MemorySegment reply) {
    MemorySegment.copy(request, 0, reply, 0, request.byteSize());
    return (int) request.byteSize();
  }

  static Calls open(Armci armci) {
    Calls calls = Calls.open(armci);
    calls.register(ECHO, CallContract::echo);
    armci.barrier();
    return calls;
  }

  private static MemorySegment words(long... values) {
    return MemorySegment.ofArray(values);
  }

  /** Registers a procedure in one of the two forms. */
  interface HandlerRegistrar {
    void register(Calls calls, int number, Handler handler);
  }

  static void sizes(Armci armci, HandlerRegistrar registrar) {
    int limit = Math.toIntExact(armci.settings().get(ArmciSettings.CALL_BYTES));
    SplittableRandom random = new SplittableRandom(armci.rank());
    try (Calls calls = Calls.open(armci)) {
      registrar.register(calls, ECHO, CallContract::echo);
      armci.barrier();
      for (int sizeBytes : new int[] {0, 1, 8, 63, 1000, 1023, 1024, 1025, limit - 1, limit}) {
        for (int target = 0; target < armci.size(); target++) {
          byte[] request = new byte[sizeBytes];
          random.nextBytes(request);
          byte[] reply = new byte[sizeBytes + 3];
          int replyBytes =
              calls.call(
                  target, ECHO, MemorySegment.ofArray(request), MemorySegment.ofArray(reply));
          assertEquals(sizeBytes, replyBytes);
          assertArrayEquals(Arrays.copyOf(request, sizeBytes + 3), reply);
        }
      }
      armci.barrier();
    }
  }

  /** Checks order: the handler reads the caller's put, and the caller reads the handler's write. */
  private static void ordering(Armci armci) {
    GlobalMemory memory = armci.allocate(16L * armci.size());
    Calls calls = Calls.open(armci);
    calls.register(
        COUNT,
        (origin, request, reply) -> {
          long seen = memory.local().get(JAVA_LONG, 16L * origin);
          memory.local().set(JAVA_LONG, 16L * origin + 8, -seen);
          reply.set(JAVA_LONG, 0, seen);
          return 8;
        });
    armci.barrier();
    long place = 16L * armci.rank();
    MemorySegment reply = words(0);
    for (long i = 1; i <= 200; i++) {
      armci.put(words(i), memory, right(armci), place);
      calls.call(right(armci), COUNT, NOTHING, reply);
      assertEquals(i, reply.get(JAVA_LONG, 0));
      assertEquals(-i, armci.getLong(memory, right(armci), place + 8));
    }
    armci.barrier();
    calls.close();
    armci.free(memory);
  }

  /** Lets rank 0 make no call of the runtime until the others have had their replies. */
  static void progress(Armci armci, HandlerRegistrar registrar) throws InterruptedException {
    CountDownLatch served = new CountDownLatch(armci.size() - 1);
    try (Calls calls = Calls.open(armci)) {
      registrar.register(
          calls,
          COUNT,
          (origin, request, reply) -> {
            served.countDown();
            return 0;
          });
      armci.barrier();
      if (armci.rank() > 0) {
        calls.call(0, COUNT, NOTHING, NOTHING);
      } else {
        assertTrue(served.await(30, TimeUnit.SECONDS), "served while rank 0 makes no call");
      }
      armci.barrier();
    }
  }

  private static void nonblocking(Armci armci) {
    try (Calls calls = open(armci)) {
      Call[] started = new Call[4 * armci.size()];
      MemorySegment[] replies = new MemorySegment[started.length];
      Arrays.setAll(started, i -> new Call());
      assertTrue(started[0].test(), "never started");
      for (int round = 0; round < 50; round++) {
        for (int i = 0; i < started.length; i++) {
          replies[i] = words(0);
          calls.nbCall(i % armci.size(), ECHO, words(round * 1000L + i), replies[i], started[i]);
        }
        for (int i = started.length - 1; i >= 0; i--) {
          assertEquals(8, calls.await(started[i]));
          assertTrue(started[i].test());
          assertEquals(round * 1000L + i, replies[i].get(JAVA_LONG, 0));
        }
      }
      armci.barrier();
    }
  }

  /**
   * Makes far more calls than there are slots; half with buffers that only this thread may touch.
   */
  private static void leftAlone(Armci armci) {
    try (Calls calls = open(armci);
        Arena arena = Arena.ofConfined()) {
      Call[] started = new Call[50];
      MemorySegment[] replies = new MemorySegment[started.length];
      for (int i = 0; i < started.length; i++) {
        started[i] = new Call();
        replies[i] = i % 2 == 0 ? words(0) : arena.allocate(8);
        calls.nbCall(right(armci), ECHO, words(i), replies[i], started[i]);
      }
      for (int i = 0; i < started.length; i++) {
        assertEquals(8, calls.await(started[i]));
        assertEquals(i, replies[i].get(JAVA_LONG, 0));
      }
      armci.barrier();
    }
  }

  private void manyThreads(Armci armci) throws InterruptedException {
    try (Calls calls = open(armci)) {
      Parallel threads = new Parallel(armci);
      for (int thread = 0; thread < 6; thread++) {
        long base = thread * 10_000L;
        threads.start(
            () -> {
              MemorySegment reply = words(0);
              for (int i = 0; i < callsOfThread; i++) {
                int target = (armci.rank() + i) % armci.size();
                assertEquals(8, calls.call(target, ECHO, words(base + i), reply));
                assertEquals(base + i, reply.get(JAVA_LONG, 0));
              }
            });
      }
      threads.join();
      armci.barrier();
    }
  }

  /** Calls from twice as many threads as slots; replies differ in length and in every byte. */
  private void ownReplies(Armci armci) throws InterruptedException {
    int limit = Math.toIntExact(armci.settings().get(ArmciSettings.CALL_BYTES));
    int slots = armci.settings().get(ArmciSettings.CALL_SLOTS);
    try (Calls calls = open(armci)) {
      Parallel threads = new Parallel(armci);
      for (int thread = 0; thread < 2 * slots; thread++) {
        SplittableRandom random = new SplittableRandom(SEED + 1_000L * armci.rank() + thread);
        threads.start(
            () -> {
              for (int i = 0; i < echoesOfThread; i++) {
                byte[] request = new byte[random.nextInt(limit + 1)];
                random.nextBytes(request);
                assertEchoed(calls, random.nextInt(armci.size()), request);
              }
            });
      }
      threads.join();
      armci.barrier();
    }
  }

  private static void assertEchoed(Calls calls, int target, byte[] request) {
    byte[] reply = new byte[request.length];
    int replyBytes =
        calls.call(target, ECHO, MemorySegment.ofArray(request), MemorySegment.ofArray(reply));
    String call = "-Dcalls.seed=" + SEED + ", a call of rank " + target;
    assertEquals(request.length, replyBytes, call);
    assertArrayEquals(request, reply, call);
  }

  /** Sends all ranks at once down a chain of calls over the ranks and back to themselves. */
  private static void nested(Armci armci) {
    try (Calls calls = Calls.open(armci)) {
      calls.register(COUNT, (origin, request, reply) -> descend(armci, calls, request, reply));
      armci.barrier();
      MemorySegment reply = words(0);
      for (int round = 0; round < 20; round++) {
        int depth = round % 4;
        assertEquals(8, calls.call(right(armci), COUNT, words(depth), reply));
        assertEquals(depth, reply.get(JAVA_LONG, 0));
      }
      armci.barrier();
    }
  }

  /** Replies the number of handlers below this one. */
  private static int descend(Armci armci, Calls calls, MemorySegment request, MemorySegment reply) {
    long depth = request.get(JAVA_LONG, 0);
    MemorySegment below = words(-1);
    if (depth > 0) {
      calls.call(right(armci), COUNT, words(depth - 1), below);
    }
    reply.set(JAVA_LONG, 0, below.get(JAVA_LONG, 0) + 1);
    return 8;
  }

  /**
   * Runs a handler that makes no call until the other ranks' accumulates have arrived. Where a
   * network needs a thread to serve those, that thread is not the handlers' own.
   */
  private static void longHandler(Armci armci) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    try (Calls calls = Calls.open(armci)) {
      calls.register(
          COUNT,
          (origin, request, reply) -> {
            reply.set(JAVA_LONG, 0, sumWithin(memory.local(), SUMS, HANDLER_NANOS));
            return Long.BYTES;
          });
      armci.barrier();
      MemorySegment reply = words(0);
      Call call = new Call();
      calls.nbCall(right(armci), COUNT, NOTHING, reply, call);
      for (int i = 0; i < SUMS; i++) {
        armci.accumulate(Accumulation.ofLong(1), words(1), memory, right(armci), 0);
      }
      assertEquals(Long.BYTES, calls.await(call));
      assertEquals(SUMS, reply.get(JAVA_LONG, 0), "accumulated while the handler ran");
      armci.barrier();
    }
    armci.free(memory);
  }

  /** Returns the word as soon as it has the expected size or the time is over. */
  private static long sumWithin(MemorySegment word, long expected, long limitNanos) {
    long begin = System.nanoTime();
    long sum = 0;
    while (sum < expected && System.nanoTime() - begin < limitNanos) {
      Thread.onSpinWait();
      sum = (long) LONG.getAcquire(word, 0L);
    }
    return sum;
  }
}
