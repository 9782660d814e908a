package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;

/**
 * Checks the promises of puts with completion: each event once, in order, after its data, none
 * lost.
 */
final class EventContract implements Contract {
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);
  private static final long LONG_ENOUGH_NANOS = 30_000_000_000L;
  private static final int MANY = 100_000;

  private final double scale;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  EventContract(double scale) {
    this.scale = scale;
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("both sides of a put find their event", EventContract::bothSides);
    checks.put("identifiers are any 64-bit values", EventContract::anyIdentifier);
    checks.put("a full ring refuses, and has room again after a probe", EventContract::fullRing);
    checks.put("an event found in a full ring makes room at once", EventContract::roomAtOnce);
    checks.put("a wrong put is refused while the ring is full", EventContract::refusedWhenFull);
    checks.put("a slow receiver slows its senders and loses nothing", this::slowReceiver);
    checks.put("rings of two slots wrap many times", this::twoSlots);
    checks.put("no source of events starves another", EventContract::fairness);
    checks.put("many threads put and probe", this::manyThreads);
    checks.put("a refused put leaves no event and no hole", EventContract::refused);
    checks.put("a wait without an event ends in time", EventContract::emptyWait);
    checks.put("a wait whose limit is over ends at once", EventContract::limitOver);
    return checks;
  }

  private int times(int full) {
    return (int) Math.max(1, full * scale);
  }

  static void assertEvent(Event.Kind kind, int rank, long identifier, Event event) {
    assertEquals(kind, event.kind());
    assertEquals(rank, event.rank());
    assertEquals(identifier, event.identifier());
  }

  private static void bothSides(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci);
    GlobalMemory memory = armci.allocate(16);
    MemorySegment source = MemorySegment.ofArray(new long[] {0, 1000 + armci.rank()});
    events.put(source, 8, memory, right(armci), 8, 8, 7, 9);
    Event event = new Event();
    boolean local = false;
    for (int i = 0; i < 2; i++) {
      assertTrue(events.next(LONG_ENOUGH_NANOS, event));
      if (event.kind() == Event.Kind.LOCAL) {
        local = true;
        assertEvent(Event.Kind.LOCAL, right(armci), 7, event);
      } else {
        assertEvent(Event.Kind.REMOTE, left(armci), 9, event);
        assertEquals(1000 + left(armci), memory.local().get(JAVA_LONG, 8));
      }
    }
    assertTrue(local, "one event of each kind");
    assertFalse(events.probe(event), "no event comes twice");
    armci.free(memory);
    events.close();
    assertThrows(ArmciException.class, () -> events.probe(event), "freed");
  }

  private static void anyIdentifier(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci);
    GlobalMemory memory = armci.allocate(0);
    long[] identifiers = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE};
    Event event = new Event();
    for (long identifier : identifiers) {
      events.put(NOTHING, 0, memory, right(armci), 0, 0, ~identifier, identifier);
    }
    armci.barrier();
    int remote = 0;
    int local = 0;
    while (events.probe(event)) {
      if (event.kind() == Event.Kind.REMOTE) {
        assertEvent(Event.Kind.REMOTE, left(armci), identifiers[remote++], event);
      } else {
        assertEvent(Event.Kind.LOCAL, right(armci), ~identifiers[local++], event);
      }
    }
    assertEquals(identifiers.length, remote);
    assertEquals(identifiers.length, local);
    armci.free(memory);
    events.close();
  }

  /** Fills rings; every rank has another number of slots. */
  private static void fullRing(Armci armci) {
    int slots = 1 + armci.rank();
    int slotsOfTarget = 1 + right(armci);
    CompletionEvents events = CompletionEvents.open(armci, slots);
    GlobalMemory memory = armci.allocate(8);
    Event event = new Event();
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < slotsOfTarget; i++) {
        assertTrue(tryNotify(events, memory, right(armci), i), "slot " + i);
      }
      MemorySegment one = MemorySegment.ofArray(new long[] {1});
      assertFalse(events.tryPut(one, 0, memory, right(armci), 0, 8, 0, 0), "the ring is full");
      armci.barrier();
      assertEquals(0, memory.local().get(JAVA_LONG, 0), "a refused put writes nothing");
      int remote = 0;
      while (events.probe(left(armci), event)) {
        remote += event.kind() == Event.Kind.REMOTE ? 1 : 0;
      }
      assertEquals(slots, remote);
      armci.barrier();
    }
    armci.free(memory);
    events.close();
  }

  /**
   * Finds events one by one in a ring whose credits could go back several at a time. Each found
   * event makes room at once.
   */
  private static void roomAtOnce(Armci armci) {
    int slots = 16;
    CompletionEvents events = CompletionEvents.open(armci, slots);
    GlobalMemory memory = armci.allocate(0);
    fill(armci, events, memory);
    for (int round = 0; round < slots; round++) {
      armci.barrier();
      awaitRemote(events, left(armci));
      armci.barrier();
      assertTrue(tryNotify(events, memory, right(armci), round), "an event has been found");
      assertFalse(tryNotify(events, memory, right(armci), round), "the ring is full again");
    }
    armci.barrier();
    Event event = new Event();
    while (events.probe(event)) {}
    armci.barrier();
    for (int i = 0; i < slots; i++) {
      assertTrue(tryNotify(events, memory, right(armci), i), "all have been found, put " + i);
    }
    armci.barrier();
    armci.free(memory);
    events.close();
  }

  private static void fill(Armci armci, CompletionEvents events, GlobalMemory memory) {
    int put = 0;
    while (tryNotify(events, memory, right(armci), put)) {
      put++;
    }
  }

  private static void awaitRemote(CompletionEvents events, int origin) {
    Event event = new Event();
    do {
      assertTrue(events.next(LONG_ENOUGH_NANOS, event));
    } while (event.kind() != Event.Kind.REMOTE || event.rank() != origin);
  }

  private static void refusedWhenFull(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci, 2);
    GlobalMemory memory = armci.allocate(8);
    GlobalMemory freed = armci.allocate(8);
    armci.free(freed);
    fill(armci, events, memory);
    MemorySegment source = MemorySegment.ofArray(new byte[16]);
    Arena closed = Arena.ofShared();
    MemorySegment gone = closed.allocate(8);
    closed.close();
    int right = right(armci);
    assertThrows(ArmciException.class, () -> events.tryPut(source, 0, memory, right, 0, 9, 1, 2));
    assertThrows(ArmciException.class, () -> events.tryPut(source, 9, memory, right, 0, 8, 1, 2));
    assertThrows(ArmciException.class, () -> events.tryPut(gone, 0, memory, right, 0, 8, 1, 2));
    assertThrows(ArmciException.class, () -> events.put(source, 0, memory, right, 0, 9, 1, 2));
    assertThrows(ArmciException.class, () -> events.put(source, 0, freed, right, 0, 8, 1, 2));
    armci.barrier();
    assertEquals(0, memory.local().get(JAVA_LONG, 0), "a refused put writes nothing");
    armci.barrier();
    armci.free(memory);
    events.close();
  }

  private static boolean tryNotify(
      CompletionEvents events, GlobalMemory memory, int rank, long identifier) {
    return events.tryPut(NOTHING, 0, memory, rank, 0, 0, identifier, identifier);
  }

  private void slowReceiver(Armci armci) {
    stream(armci, 50, times(MANY), true);
  }

  private void twoSlots(Armci armci) {
    stream(armci, 2, times(MANY / 10), false);
  }

  private static void stream(Armci armci, int slots, int events, boolean slow) {
    CompletionEvents ring = CompletionEvents.open(armci, slots);
    int each = events / Math.max(1, armci.size() - 1);
    EventStream stream = new EventStream(armci, ring, slots, each);
    stream.run(slow);
    stream.free();
    ring.close();
  }

  /** Fills the ring of every rank at every rank; each origin is found in turn, not one first. */
  private static void fairness(Armci armci) {
    int slots = 8;
    CompletionEvents events = CompletionEvents.open(armci, slots);
    GlobalMemory memory = armci.allocate(0);
    for (int i = 0; i < slots; i++) {
      for (int rank = 0; rank < armci.size(); rank++) {
        assertTrue(tryNotify(events, memory, rank, i));
      }
    }
    armci.barrier();
    int[] found = new int[armci.size()];
    Event event = new Event();
    while (events.probe(event)) {
      found[event.rank()]++;
      int most = Arrays.stream(found).max().orElseThrow();
      int least = Arrays.stream(found).min().orElseThrow();
      assertTrue(most - least <= 1, Arrays.toString(found));
    }
    assertEquals(2 * slots, found[0], "local and remote");
    armci.free(memory);
    events.close();
  }

  /**
   * Puts to the right from two threads of each rank while two others probe; every event is found
   * once.
   */
  private void manyThreads(Armci armci) throws InterruptedException {
    int each = times(2_000);
    CompletionEvents events = CompletionEvents.open(armci, 5);
    GlobalMemory memory = armci.allocate(0);
    AtomicIntegerArray found = new AtomicIntegerArray(4 * each);
    AtomicInteger count = new AtomicInteger();
    Parallel threads = new Parallel(armci);
    for (int putter = 0; putter < 2; putter++) {
      int first = putter * each;
      threads.start(
          () -> {
            for (int i = first; i < first + each; i++) {
              events.put(NOTHING, 0, memory, right(armci), 0, 0, i, 2 * each + i);
            }
          });
      threads.start(
          () -> {
            Event event = new Event();
            while (count.get() < 4 * each) {
              if (events.next(5_000_000, event)) {
                found.incrementAndGet((int) event.identifier());
                count.incrementAndGet();
              }
            }
          });
    }
    threads.join();
    for (int i = 0; i < found.length(); i++) {
      assertEquals(1, found.get(i), "event " + i);
    }
    armci.free(memory);
    events.close();
  }

  private static void refused(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci, 2);
    GlobalMemory memory = armci.allocate(8);
    Event event = new Event();
    MemorySegment source = MemorySegment.ofArray(new byte[16]);
    List<ArmciException> errors = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      errors.add(
          assertThrows(
              ArmciException.class, () -> events.put(source, 0, memory, right(armci), 0, 9, 1, 2)));
    }
    assertTrue(errors.getFirst().getMessage().contains("8 bytes"), errors.getFirst().getMessage());
    armci.barrier();
    assertFalse(events.probe(event), "no event of a refused put");
    armci.barrier();
    assertTrue(tryNotify(events, memory, right(armci), 3), "no slot is lost");
    assertThrows(
        ArmciException.class, () -> events.put(source, 0, memory, armci.size(), 0, 0, 1, 2));
    assertThrows(ArmciException.class, () -> events.probe(-1, event));
    assertThrows(ArmciException.class, () -> CompletionEvents.open(armci, 0));
    armci.free(memory);
    events.close();
  }

  private static void limitOver(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci);
    GlobalMemory memory = armci.allocate(8);
    Handle handle = armci.newHandle();
    Event event = new Event();
    for (long limit : new long[] {0, -1, Long.MIN_VALUE + 1, Long.MIN_VALUE}) {
      assertFalse(events.next(limit, event));
      assertThrows(
          ArmciTimeoutException.class, () -> armci.waitUntil(memory, 0, Comparison.NE, 0, limit));
      assertThrows(
          ArmciTimeoutException.class,
          () -> armci.signals().await(() -> false, () -> "nothing", limit));
      handle.await(limit);
      armci.implicit().await(limit);
    }
    armci.barrier();
    armci.free(memory);
    events.close();
  }

  private static void emptyWait(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci);
    Event event = new Event();
    long start = System.nanoTime();
    assertFalse(events.next(20_000_000, event));
    assertTrue(System.nanoTime() - start >= 20_000_000);
    assertEquals(-1, event.rank(), "untouched");
    armci.barrier();
    events.close();
  }
}
