package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.CallContract.COUNT;
import static org.armci4j.lab.contracts.CallContract.ECHO;
import static org.armci4j.lab.contracts.CallContract.NOTHING;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.call.Handler;
import org.armci4j.error.ArmciException;

/**
 * Checks the promises of short handlers beyond those of all calls, whichever thread serves them.
 */
final class ShortCallContract implements Contract {
  private static final int HOLDS = 20;
  private static final int SHORT_ECHO = 21;
  private static final int RELAY = 22;
  private static final int CALLS_OF_THREAD = 200;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final int callsOfThread;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  ShortCallContract(double scale) {
    this.callsOfThread = (int) Math.max(1, CALLS_OF_THREAD * scale);
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put(
        "short handlers reply in all sizes",
        armci -> CallContract.sizes(armci, Calls::registerShort));
    checks.put(
        "a target that computes serves short handlers",
        armci -> CallContract.progress(armci, Calls::registerShort));
    checks.put("short handlers of all ranks count right", this::manyOrigins);
    checks.put("short and other handlers go together", this::mixed);
    checks.put("a short handler runs beside one that takes long", ShortCallContract::beside);
    checks.put("handlers call short ones", ShortCallContract::fromHandlers);
    checks.put("what a short handler throws reaches the caller", ShortCallContract::exceptions);
    checks.put("a short handler that would wait is refused", ShortCallContract::waiting);
    checks.put("closing ends calls of short handlers", ShortCallContract::closing);
    return checks;
  }

  private static MemorySegment words(long... values) {
    return MemorySegment.ofArray(values);
  }

  /** Lets several threads of each rank count up each rank's word, by an update in the handler. */
  private void manyOrigins(Armci armci) throws InterruptedException {
    int threads = 3;
    GlobalMemory memory = armci.allocate(Long.BYTES);
    try (Calls calls = Calls.open(armci)) {
      calls.registerShort(COUNT, (origin, request, reply) -> count(memory, reply));
      armci.barrier();
      Parallel callers = new Parallel(armci);
      for (int thread = 0; thread < threads; thread++) {
        callers.start(() -> callAll(armci, calls));
      }
      callers.join();
      armci.barrier();
      long each = (long) threads * callsOfThread;
      assertEquals(each * armci.size(), armci.getLong(memory, armci.rank(), 0));
      armci.barrier();
    }
    armci.free(memory);
  }

  /** Counts up the word and replies its earlier value. */
  private static int count(GlobalMemory memory, MemorySegment reply) {
    reply.set(JAVA_LONG, 0, (long) LONG.getAndAdd(memory.local(), 0L, 1L));
    return Long.BYTES;
  }

  /** Calls each rank; a rank's counts that one thread sees only rise. */
  private void callAll(Armci armci, Calls calls) {
    long[] latest = new long[armci.size()];
    Arrays.fill(latest, -1);
    MemorySegment reply = words(0);
    for (int i = 0; i < callsOfThread; i++) {
      for (int target = 0; target < armci.size(); target++) {
        assertEquals(Long.BYTES, calls.call(target, COUNT, NOTHING, reply));
        long seen = reply.get(JAVA_LONG, 0);
        assertTrue(seen > latest[target], "count of rank " + target);
        latest[target] = seen;
      }
    }
  }

  /**
   * Mixes handlers of both kinds; each runs once for each call, whichever threads look for
   * requests.
   */
  private void mixed(Armci armci) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    int rounds = callsOfThread / 4 + 1;
    try (Calls calls = Calls.open(armci)) {
      Handler echo =
          (origin, request, reply) -> {
            LONG.getAndAdd(memory.local(), 0L, 1L);
            return CallContract.echo(origin, request, reply);
          };
      calls.register(ECHO, echo);
      calls.registerShort(SHORT_ECHO, echo);
      armci.barrier();
      Call[] started = new Call[4 * armci.size()];
      Arrays.setAll(started, i -> new Call());
      for (int round = 0; round < rounds; round++) {
        echoAll(armci, calls, started, round);
      }
      armci.barrier();
      assertEquals(
          (long) rounds * started.length, armci.getLong(memory, armci.rank(), 0), "handlers run");
      armci.barrier();
    }
    armci.free(memory);
  }

  private static void echoAll(Armci armci, Calls calls, Call[] started, int round) {
    MemorySegment[] replies = new MemorySegment[started.length];
    for (int i = 0; i < started.length; i++) {
      int number = (i + round) % 3 == 0 ? ECHO : SHORT_ECHO;
      replies[i] = words(0);
      calls.nbCall(i % armci.size(), number, words(round * 1000L + i), replies[i], started[i]);
    }
    for (int i = started.length - 1; i >= 0; i--) {
      assertEquals(8, calls.await(started[i]));
      assertEquals(round * 1000L + i, replies[i].get(JAVA_LONG, 0));
    }
  }

  /**
   * Runs a handler until a short one has run, where calls come by a network and threads differ.
   * Elsewhere the two follow each other, and the first does not wait for the second.
   */
  private static void beside(Armci armci) throws InterruptedException {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    int left = left(armci);
    boolean byNetwork = memory.view(left) == null;
    CountDownLatch released = new CountDownLatch(1);
    AtomicBoolean wasReleased = new AtomicBoolean();
    try (Calls calls = Calls.open(armci)) {
      calls.register(
          HOLDS,
          (origin, request, reply) -> {
            wasReleased.set(!byNetwork || released.await(30, TimeUnit.SECONDS));
            return 0;
          });
      calls.registerShort(
          COUNT,
          (origin, request, reply) -> {
            released.countDown();
            return 0;
          });
      armci.barrier();
      Call holding = new Call();
      calls.nbCall(right(armci), HOLDS, NOTHING, NOTHING, holding);
      calls.call(right(armci), COUNT, NOTHING, NOTHING);
      calls.await(holding);
      armci.barrier();
      assertTrue(wasReleased.get(), "the short handler ran meanwhile");
    }
    armci.free(memory);
  }

  private static void fromHandlers(Armci armci) {
    try (Calls calls = Calls.open(armci)) {
      calls.registerShort(SHORT_ECHO, CallContract::echo);
      calls.register(
          RELAY, (origin, request, reply) -> calls.call(right(armci), SHORT_ECHO, request, reply));
      armci.barrier();
      MemorySegment reply = words(0);
      for (int round = 0; round < 100; round++) {
        assertEquals(8, calls.call(right(armci), RELAY, words(round), reply));
        assertEquals(round, reply.get(JAVA_LONG, 0));
      }
      armci.barrier();
    }
  }

  private static void exceptions(Armci armci) {
    try (Calls calls = Calls.open(armci)) {
      int target = right(armci);
      calls.registerShort(
          7,
          (origin, request, reply) -> {
            throw new IllegalStateException("no luck for rank " + origin);
          });
      calls.registerShort(8, (origin, request, reply) -> (int) reply.byteSize() + 1);
      calls.registerShort(
          9,
          (origin, request, reply) -> {
            throw new StackOverflowError("x".repeat(10_000));
          });
      calls.registerShort(ECHO, CallContract::echo);
      armci.barrier();
      for (int i = 0; i < 10; i++) {
        assertRefused(calls, target, 7, "IllegalStateException: no luck for rank " + armci.rank());
        assertRefused(calls, target, 8, "bytes has room for 0");
        assertRefused(calls, target, 9, "xxxx");
        assertEquals(8, calls.call(target, ECHO, words(i), words(0)), "a call after that");
      }
      armci.barrier();
    }
  }

  /** Lets each handler try an operation that waits; the rank serves on. */
  private static void waiting(Armci armci) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    try (Calls calls = Calls.open(armci)) {
      Handler[] tries = {
        (_, _, _) -> calls.call(armci.rank(), ECHO, NOTHING, NOTHING),
        (_, _, _) -> done(() -> calls.nbCall(0, ECHO, NOTHING, NOTHING, new Call())),
        (_, _, _) -> done(() -> armci.waitUntil(memory, 0, Comparison.EQ, 7)),
        (_, _, _) -> done(() -> armci.signals().await(() -> false, () -> "what never comes")),
        (_, _, _) -> done(() -> armci.allocate(8)),
        (_, _, _) -> done(calls::close),
        (_, _, _) -> done(armci::close),
      };
      for (int i = 0; i < tries.length; i++) {
        calls.registerShort(100 + i, tries[i]);
      }
      Handler far = (origin, _, _) -> done(() -> armci.put(words(5), memory, origin, 0));
      calls.registerShort(200, far);
      calls.registerShort(ECHO, CallContract::echo);
      armci.barrier();
      for (int i = 0; i < tries.length; i++) {
        assertRefused(calls, right(armci), 100 + i, "registered as short must not wait");
        assertEquals(8, calls.call(right(armci), ECHO, words(i), words(0)), "serves on");
      }
      if (memory.view(right(armci)) == null) {
        assertRefused(calls, right(armci), 200, "nor use the network");
      } else if (right(armci) != armci.rank()) {
        calls.call(right(armci), 200, NOTHING, NOTHING);
        assertEquals(5, armci.getLong(memory, armci.rank(), 0), "by a store");
      }
      armci.barrier();
    }
    armci.free(memory);
  }

  private static int done(Runnable operation) {
    operation.run();
    return 0;
  }

  /** Closes rank 0 while the others call it: each call is served or refused. */
  private static void closing(Armci armci) {
    Calls calls = Calls.open(armci);
    calls.registerShort(SHORT_ECHO, CallContract::echo);
    armci.barrier();
    if (armci.rank() == 0) {
      calls.close();
    } else {
      MemorySegment reply = words(0);
      ArmciException refused =
          assertThrows(
              ArmciException.class,
              () -> {
                for (long i = 0; true; i++) {
                  assertEquals(8, calls.call(0, SHORT_ECHO, words(i), reply));
                  assertEquals(i, reply.get(JAVA_LONG, 0));
                }
              });
      assertTrue(refused.getMessage().contains("rank 0 has closed"), refused.getMessage());
    }
    armci.barrier();
    calls.close();
  }

  private static void assertRefused(Calls calls, int target, int number, String reason) {
    ArmciException refused =
        assertThrows(ArmciException.class, () -> calls.call(target, number, NOTHING, NOTHING));
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    String procedure = Text.format("procedure %d on rank %d", number, target);
    assertTrue(refused.getMessage().contains(procedure), refused.getMessage());
  }
}
