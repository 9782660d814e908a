package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.CallContract.COUNT;
import static org.armci4j.lab.contracts.CallContract.ECHO;
import static org.armci4j.lab.contracts.CallContract.NOTHING;
import static org.armci4j.lab.contracts.CallContract.open;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.call.Handler;
import org.armci4j.lab.contracts.CallContract.HandlerRegistrar;

/**
 * Checks how procedure calls that cannot be served end: at their caller, with the reason in words.
 */
final class CallErrorContract implements Contract {
  private static final int RELAY = 11;

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("handlers nested too deep are refused", CallErrorContract::tooDeep);
    checks.put("what a handler throws reaches the caller", CallErrorContract::exceptions);
    checks.put(
        "an exception without words fails its call alone",
        armci -> speechless(armci, Calls::register));
    checks.put(
        "an exception without words fails its short call alone",
        armci -> speechless(armci, Calls::registerShort));
    checks.put("wrong calls are refused", CallErrorContract::wrongCalls);
    checks.put("a wrong call is refused while all slots are taken", CallErrorContract::noSlot);
    checks.put("closing ends calls under way", CallErrorContract::closing);
    checks.put("closing ends calls of handlers", CallErrorContract::closingUnderHandlers);
    return checks;
  }

  private static void tooDeep(Armci armci) {
    try (Calls calls = Calls.open(armci)) {
      calls.register(
          COUNT,
          (origin, request, reply) -> {
            calls.call(armci.rank(), COUNT, NOTHING, NOTHING);
            return 0;
          });
      armci.barrier();
      refused("nest calls less deep", () -> calls.call(right(armci), COUNT, NOTHING, NOTHING));
      armci.barrier();
    }
  }

  private static void exceptions(Armci armci) {
    try (Calls calls = open(armci)) {
      int target = right(armci);
      calls.register(
          7,
          (origin, request, reply) -> {
            throw new IllegalStateException("no luck for rank " + origin);
          });
      calls.register(8, (origin, request, reply) -> (int) reply.byteSize() + 1);
      calls.register(
          9,
          (origin, request, reply) -> {
            throw new StackOverflowError("x".repeat(10_000));
          });
      armci.barrier();
      for (int i = 0; i < 10; i++) {
        refused(
            "IllegalStateException: no luck for rank " + armci.rank(),
            () -> calls.call(target, 7, NOTHING, NOTHING));
        refused("procedure 7 on rank " + target, () -> calls.call(target, 7, NOTHING, NOTHING));
        refused("5 bytes has room for 4", () -> calls.call(target, 8, NOTHING, room(4)));
        refused("xxxx", () -> calls.call(target, 9, NOTHING, NOTHING));
        refused("no such procedure", () -> calls.call(target, 10, NOTHING, NOTHING));
        refused("IndexOutOfBounds", () -> calls.call(target, ECHO, room(4), room(3)));
        assertEquals(4, calls.call(target, ECHO, room(4), room(4)), "a call after that");
      }
      armci.barrier();
    }
  }

  /** Has a text that is null or throws. */
  @SuppressWarnings("OverrideThrowableToString") // what a user's exception may do
  private static final class Speechless extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Supplier<String> text;

    Speechless(Supplier<String> text) {
      super(null, null, false, false);
      this.text = text;
    }

    @Override
    public String toString() {
      return text.get();
    }
  }

  /** Has a message that throws. */
  private static final class SpeechlessError extends Error {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new StackOverflowError();
    }
  }

  private static void speechless(Armci armci, HandlerRegistrar registrar) {
    List<Throwable> thrown =
        List.of(
            new Speechless(() -> null),
            new Speechless(
                () -> {
                  throw new IllegalStateException();
                }),
            new SpeechlessError(),
            new IllegalStateException((String) null));
    int target = right(armci);
    try (Calls calls = open(armci)) {
      for (int i = 0; i < thrown.size(); i++) {
        Throwable next = thrown.get(i);
        registrar.register(
            calls,
            20 + i,
            (origin, request, reply) -> {
              if (next instanceof Error error) {
                throw error;
              }
              throw (Exception) next;
            });
      }
      armci.barrier();
      for (int i = 0; i < thrown.size(); i++) {
        int number = 20 + i;
        refused(
            thrown.get(i).getClass().getName(), () -> calls.call(target, number, NOTHING, NOTHING));
        assertEquals(4, calls.call(target, ECHO, room(4), room(4)), "a call after that");
      }
      armci.barrier();
    }
  }

  /** Holds every slot to a rank by handlers that do not end. */
  private static void noSlot(Armci armci) {
    int slots = armci.settings().get(ArmciSettings.CALL_SLOTS);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (Calls calls = open(armci)) {
      calls.register(COUNT, holding(held, release));
      armci.barrier();
      Call[] started = new Call[slots];
      for (int i = 0; i < slots; i++) {
        started[i] = new Call();
        calls.nbCall(right(armci), COUNT, NOTHING, NOTHING, started[i]);
      }
      refused("is under way", () -> calls.nbCall(right(armci), ECHO, NOTHING, NOTHING, started[0]));
      MemorySegment readOnly = room(4).asReadOnly();
      refused("read-only", () -> calls.nbCall(right(armci), ECHO, NOTHING, readOnly, new Call()));
      armci
          .barrier(); // No handler ends before all have been refused: one that ends frees its slot.
      release.countDown();
      for (Call call : started) {
        assertEquals(0, calls.await(call));
      }
      armci.barrier();
    }
  }

  private static MemorySegment room(int sizeBytes) {
    return MemorySegment.ofArray(new byte[sizeBytes]);
  }

  private static void wrongCalls(Armci armci) {
    int limit = Math.toIntExact(armci.settings().get(ArmciSettings.CALL_BYTES));
    try (Calls calls = open(armci)) {
      refused("limit of " + limit, () -> calls.call(0, ECHO, room(limit + 1), NOTHING));
      refused("no rank", () -> calls.call(armci.size(), ECHO, NOTHING, NOTHING));
      refused("already", () -> calls.register(ECHO, CallContract::echo));
      refused("0 to", () -> calls.register(-1, CallContract::echo));
      refused("no procedure 5", () -> calls.unregister(5));
      MemorySegment readOnly = room(4).asReadOnly();
      refused("read-only", () -> calls.call(0, ECHO, room(4), readOnly));
      armci.barrier();
      calls.unregister(ECHO);
      armci.barrier();
      refused("no such procedure", () -> calls.call(right(armci), ECHO, NOTHING, NOTHING));
      armci.barrier();
    }
  }

  /** Returns a handler that says that it has begun, and ends only when it is released. */
  private static Handler holding(CountDownLatch held, CountDownLatch release) {
    return (origin, request, reply) -> {
      held.countDown();
      assertTrue(release.await(30, TimeUnit.SECONDS));
      return 0;
    };
  }

  /** Holds the calls by a handler that does not end; the target closes, and then this rank. */
  private static void closing(Armci armci) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Calls calls = open(armci);
    calls.register(COUNT, holding(held, release));
    armci.barrier();
    Call first = new Call();
    Call second = new Call();
    calls.nbCall(right(armci), COUNT, NOTHING, NOTHING, first);
    calls.nbCall(right(armci), ECHO, NOTHING, NOTHING, second);
    assertFalse(first.test());
    assertTrue(held.await(30, TimeUnit.SECONDS), "no handler began");
    armci.barrier(); // No helper thread serves anything else from here on.
    Parallel closer = new Parallel(armci);
    closer.start(calls::close);
    refused("has closed its calls", () -> calls.await(first));
    refused("has closed its calls", () -> calls.await(second));
    refused("has closed its calls", () -> calls.call(0, ECHO, NOTHING, NOTHING));
    armci.barrier(); // No handler ends before all calls have been refused.
    release.countDown();
    closer.join();
    calls.close();
    armci.barrier();
    Calls again = open(armci);
    if (armci.rank() == 0) {
      again.close();
    }
    armci.barrier();
    refused("rank 0 has closed", () -> again.call(0, ECHO, NOTHING, NOTHING));
    armci.barrier();
    again.close();
  }

  /** Lets a handler of rank 0 wait for one of rank 1, which ends only after rank 1 closes. */
  private static void closingUnderHandlers(Armci armci) throws InterruptedException {
    if (armci.size() == 1) {
      return;
    }
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Calls calls = open(armci);
    calls.register(COUNT, holding(held, release));
    calls.register(RELAY, (origin, request, reply) -> calls.call(1, COUNT, NOTHING, NOTHING));
    armci.barrier();
    Parallel closer = new Parallel(armci);
    if (armci.rank() == 1) {
      assertTrue(held.await(30, TimeUnit.SECONDS), "no handler began");
      closer.start(calls::close);
    } else if (armci.rank() == 0) {
      refused("rank 1 has closed its calls", () -> calls.call(0, RELAY, NOTHING, NOTHING));
    }
    armci.barrier();
    release.countDown();
    closer.join();
    armci.barrier();
    calls.close();
  }
}
