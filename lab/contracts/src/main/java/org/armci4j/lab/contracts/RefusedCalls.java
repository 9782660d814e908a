package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.CallContract.NOTHING;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.armci4j.lab.contracts.RefusedWaitContract.ROUNDS;
import static org.armci4j.lab.contracts.RefusedWaitContract.isLast;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;

/** Makes attempts of calls and events that a short handler tries in vain. */
final class RefusedCalls {
  private static final int ECHO = 31;

  /** Longer than the reply that a call carries along. */
  private static final int LONG_REPLY_BYTES = 3000;

  private RefusedCalls() {}

  /** Tries calls, and waits for a call whose reply is fetched from its target. */
  static RefusedAttempt calls(Armci armci) {
    Calls calls = Calls.open(armci);
    calls.register(ECHO, CallContract::echo);
    armci.barrier();
    Call call = new Call();
    MemorySegment request = MemorySegment.ofArray(new byte[LONG_REPLY_BYTES]).fill((byte) 9);
    MemorySegment reply = MemorySegment.ofArray(new byte[LONG_REPLY_BYTES]);
    if (isLast(armci)) {
      calls.nbCall(0, ECHO, request, reply, call);
      // The same thread serves both, so it has answered the first when it answers this one.
      calls.call(0, ECHO, NOTHING, NOTHING);
    }
    armci.barrier();
    return new RefusedAttempt(
        List.of(
            call::test,
            () -> calls.await(call),
            () -> calls.await(call, 0),
            () -> calls.call(0, ECHO, NOTHING, NOTHING),
            () -> calls.nbCall(0, ECHO, NOTHING, NOTHING, new Call()),
            calls::close),
        _ -> {
          if (isLast(armci)) {
            assertEquals(LONG_REPLY_BYTES, calls.await(call));
            assertEquals(-1, reply.mismatch(request));
          }
          for (int target = 0; target < armci.size(); target++) {
            assertEquals(0, calls.call(target, ECHO, NOTHING, NOTHING));
          }
          armci.barrier();
          calls.close();
        });
  }

  static RefusedAttempt opening(Armci armci) {
    CompletionEvents closed = CompletionEvents.open(armci, 2);
    return new RefusedAttempt(
        List.of(
            () -> Calls.open(armci),
            () -> CompletionEvents.open(armci, 2),
            closed::close,
            armci::close),
        _ -> {
          passOne(armci, closed);
          try (Calls calls = Calls.open(armci);
              CompletionEvents events = CompletionEvents.open(armci, 2)) {
            calls.register(ECHO, CallContract::echo);
            armci.barrier();
            assertEquals(0, calls.call(right(armci), ECHO, NOTHING, NOTHING));
            passOne(armci, events);
            armci.barrier();
          }
          closed.close();
        });
  }

  /** Sends an event to the right neighbour; each rank finds two. */
  private static void passOne(Armci armci, CompletionEvents events) {
    GlobalMemory memory = armci.allocate(0);
    events.put(NOTHING, 0, memory, right(armci), 0, 0, 5, armci.rank());
    Event event = new Event();
    for (int found = 0; found < 2; found++) {
      assertTrue(events.next(Long.MAX_VALUE, event));
      long expected = event.kind() == Event.Kind.LOCAL ? 5 : left(armci);
      assertEquals(expected, event.identifier());
    }
    assertFalse(events.probe(event));
    armci.free(memory);
  }

  /**
   * Tries events, which may succeed without a network. The check counts the puts and events of the
   * handler.
   */
  static RefusedAttempt events(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci, 4);
    GlobalMemory memory = armci.allocate(0);
    events.put(NOTHING, 0, memory, right(armci), 0, 0, 1, 1);
    Event tried = new Event();
    int[] done = new int[2];
    armci.barrier();
    return new RefusedAttempt(
        List.of(),
        List.of(
            () -> done[0] += events.tryPut(NOTHING, 0, memory, right(armci), 0, 0, 2, 2) ? 1 : 0,
            () -> done[1] += events.probe(tried) ? 1 : 0,
            () -> done[1] += events.probe(left(armci), tried) ? 1 : 0),
        _ -> {
          GlobalMemory counts = armci.allocate(Long.BYTES);
          armci.putLong(counts, armci.rank(), 0, done[0]);
          armci.barrier();
          long toCome = 2 + done[0] + armci.getLong(counts, left(armci), 0) - done[1];
          Event event = new Event();
          for (long found = 0; found < toCome; found++) {
            assertTrue(events.next(Long.MAX_VALUE, event), "event " + found + " of " + toCome);
          }
          assertFalse(events.probe(event));
          for (int round = 0; round < ROUNDS; round++) {
            armci.barrier();
            passOne(armci, events);
          }
          events.close();
          armci.free(memory);
          armci.free(counts);
        });
  }

  static RefusedAttempt fullRing(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci, 1);
    GlobalMemory memory = armci.allocate(0);
    events.put(NOTHING, 0, memory, right(armci), 0, 0, 5, 5);
    return new RefusedAttempt(
        () -> events.put(NOTHING, 0, memory, right(armci), 0, 0, 6, 6),
        _ -> {
          Event event = new Event();
          for (int found = 0; found < 2; found++) {
            assertTrue(events.next(Long.MAX_VALUE, event));
            assertEquals(5, event.identifier());
          }
          assertFalse(events.probe(event));
          armci.barrier();
          passOne(armci, events);
          armci.barrier();
          passOne(armci, events);
          events.close();
          armci.free(memory);
        });
  }
}
