package org.armci4j.testkit.contract;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.testkit.contract.CallContract.NOTHING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.SharedBlock;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.PersistentCollective;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.testkit.harness.RankThreads.Body;

/**
 * What a short handler must not do is refused before it has counted or told anything: one rank's
 * handler tries an operation, three times, and then all ranks use it, and whatever goes with it, as
 * if it had not been tried.
 */
public final class RefusedWaitContract implements Contract {
  private static final int TRY = 30;
  private static final int ECHO = 31;
  private static final int TRIES = 3;
  private static final int ROUNDS = 8;

  /**
   * So late comes the rank whose handler has tried: a barrier that it has told of is over by then.
   */
  private static final long LATE_NANOS = 1_000_000;

  /** Longer than what a call's reply carries along. */
  private static final int LONG_REPLY_BYTES = 3000;

  private static final String REFUSED = "registered as short must not wait";

  /**
   * One trial.
   *
   * @param refused what the handler tries in vain on every transport
   * @param refusedOrDone what it may do where no network is, or nothing is left to wait for
   * @param proof what all ranks do afterwards
   */
  private record Attempt(List<Runnable> refused, List<Runnable> refusedOrDone, Body proof) {
    Attempt(Runnable refused, Body proof) {
      this(List.of(refused), proof);
    }

    Attempt(List<Runnable> refused, Body proof) {
      this(refused, List.of(), proof);
    }

    int run() {
      refused.forEach(one -> requireRefusal(assertThrows(ArmciException.class, one::run)));
      for (Runnable one : refusedOrDone) {
        try {
          one.run();
        } catch (ArmciException e) {
          requireRefusal(e);
        }
      }
      return 0;
    }

    private static void requireRefusal(ArmciException thrown) {
      assertTrue(thrown.getMessage().contains(REFUSED), thrown.toString());
    }
  }

  /** The contract; it has no state. */
  public RefusedWaitContract() {}

  @Override
  public Map<String, Body> checks() {
    Map<String, Function<Armci, Attempt>> trials = new LinkedHashMap<>();
    trials.put("barrier", RefusedWaitContract::barrier);
    trials.put("a group's barrier", RefusedWaitContract::groupBarrier);
    trials.put("allocate", RefusedWaitContract::allocate);
    trials.put("free", RefusedWaitContract::free);
    trials.put("making groups", RefusedWaitContract::groups);
    trials.put("closing a group", RefusedWaitContract::closingGroup);
    trials.put("sharing", RefusedWaitContract::sharing);
    trials.put("making mutexes", RefusedWaitContract::makingMutexes);
    trials.put("mutexes", RefusedWaitContract::mutexes);
    trials.put("waitNotify", RefusedWaitContract::notifications);
    trials.put("handles of transfers", RefusedWaitContract::transfers);
    trials.put("fence", RefusedWaitContract::fence);
    trials.put("calls", RefusedWaitContract::calls);
    trials.put("opening calls and events", RefusedWaitContract::opening);
    trials.put("events", RefusedWaitContract::events);
    trials.put("a full ring of events", RefusedWaitContract::fullRing);
    trials.put("making collectives", RefusedWaitContract::makingCollectives);
    trials.put("collectives", RefusedWaitContract::collectives);
    trials.put("collectives in checking mode", RefusedWaitContract::checkedCollectives);
    trials.put("the first nonblocking collective", RefusedWaitContract::firstLanes);
    trials.put("nonblocking collectives", RefusedWaitContract::lanes);
    trials.put("closing collectives", RefusedWaitContract::closingCollectives);
    Map<String, Body> checks = new LinkedHashMap<>();
    trials.forEach(
        (name, make) ->
            checks.put("refused in a short handler: " + name, armci -> run(armci, make)));
    return checks;
  }

  /**
   * The handler of the last rank tries, at the call of the first, which tells the others when it
   * has. Only signals do, as all that counts calls is on trial.
   */
  private static void run(Armci armci, Function<Armci, Attempt> make) throws Exception {
    GlobalMemory over = armci.allocate(Long.BYTES);
    try (Calls calls = Calls.open(armci)) {
      Attempt trial = make.apply(armci);
      calls.registerShort(TRY, (_, _, _) -> trial.run());
      armci.barrier();
      if (armci.rank() == 0) {
        for (int i = 0; i < TRIES; i++) {
          assertEquals(0, calls.call(last(armci), TRY, NOTHING, NOTHING));
        }
        for (int rank = 0; rank < armci.size(); rank++) {
          armci.signal(over, rank, 0, 1);
        }
      }
      armci.waitUntil(over, 0, Comparison.EQ, 1);
      trial.proof.run(armci);
      armci.barrier();
    }
    armci.free(over);
  }

  private static int last(Armci armci) {
    return armci.size() - 1;
  }

  private static boolean isLast(Armci armci) {
    return armci.rank() == last(armci);
  }

  private static int right(Armci armci) {
    return (armci.rank() + 1) % armci.size();
  }

  private static int left(Armci armci) {
    return (armci.rank() + armci.size() - 1) % armci.size();
  }

  private static int[] everyone(Armci armci) {
    return IntStream.range(0, armci.size()).toArray();
  }

  private static Attempt barrier(Armci armci) {
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new Attempt(armci::barrier, _ -> holds(armci, came, armci::barrier));
  }

  private static Attempt groupBarrier(Armci armci) {
    GlobalMemory came = armci.allocate(Long.BYTES);
    Group group = armci.world().create(everyone(armci));
    return new Attempt(
        group::barrier,
        _ -> {
          holds(armci, came, group::barrier);
          group.close();
        });
  }

  /** No rank leaves a barrier before all have come, and none waits for a rank that has. */
  private static void holds(Armci armci, GlobalMemory came, Runnable barrier) {
    for (long round = 1; round <= ROUNDS; round++) {
      if (isLast(armci)) {
        beLate();
      }
      armci.putLong(came, armci.rank(), 0, round);
      barrier.run();
      for (int rank = 0; rank < armci.size(); rank++) {
        long seen = armci.getLong(came, rank, 0);
        assertTrue(seen == round || seen == round + 1, "round " + round + ", rank at " + seen);
      }
    }
    armci.free(came);
  }

  private static void beLate() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < LATE_NANOS) {
      Thread.onSpinWait();
    }
  }

  private static Attempt allocate(Armci armci) {
    return new Attempt(
        List.of(
            () -> armci.allocate(8),
            () -> armci.world().allocate(() -> 8),
            () -> armci.allocate(-1)),
        _ -> {
          GlobalMemory memory = armci.allocate(Long.BYTES);
          armci.putLong(memory, right(armci), 0, armci.rank() + 1);
          armci.barrier();
          assertEquals(left(armci) + 1, armci.getLong(memory, armci.rank(), 0));
          armci.free(memory);
        });
  }

  private static Attempt free(Armci armci) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new Attempt(
        List.of(() -> armci.free(memory), () -> armci.world().free(memory)),
        _ -> {
          memory.local().set(JAVA_LONG, 0, 5);
          holds(armci, came, armci::barrier);
          armci.free(memory);
        });
  }

  private static Attempt groups(Armci armci) {
    int[] all = everyone(armci);
    return new Attempt(
        List.of(
            () -> armci.world().create(all),
            () -> armci.world().create(0, 0),
            () -> armci.world().create(),
            () -> armci.world().split(0, 0),
            () -> armci.world().split(-1, 0)),
        _ -> {
          Group created = armci.world().create(all);
          Group split = armci.world().split(0, -armci.rank());
          assertEquals(armci.size() - 1 - armci.rank(), split.rank());
          GlobalMemory came = armci.allocate(Long.BYTES);
          holds(armci, came, split::barrier);
          split.close();
          created.close();
        });
  }

  private static Attempt closingGroup(Armci armci) {
    Group group = armci.world().create(everyone(armci));
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new Attempt(
        group::close,
        _ -> {
          holds(armci, came, group::barrier);
          group.close();
        });
  }

  private static Attempt sharing(Armci armci) {
    SharedBlock block = armci.share(Long.BYTES);
    GlobalMemory attached = armci.attach(block.address());
    return new Attempt(
        List.of(() -> armci.detach(attached), block::close),
        _ -> {
          armci.putLong(attached, armci.rank(), 0, 7);
          assertEquals(7, armci.getLong(block.memory(), armci.rank(), 0));
          armci.detach(attached);
          block.close();
        });
  }

  private static Attempt makingMutexes(Armci armci) {
    Mutexes closed = armci.createMutexes(1);
    return new Attempt(
        List.of(() -> armci.createMutexes(1), closed::close),
        _ -> {
          try (Mutexes mutexes = armci.createMutexes(1)) {
            excludes(armci, closed);
            excludes(armci, mutexes);
            closed.close();
          }
        });
  }

  /** Also while the first rank has the mutex, so that the others would have to wait. */
  private static Attempt mutexes(Armci armci) {
    Mutexes mutexes = armci.createMutexes(2);
    if (armci.rank() == 0) {
      mutexes.lock(last(armci), 0);
    }
    return new Attempt(
        List.of(
            () -> mutexes.lock(last(armci), 0),
            () -> mutexes.lock(last(armci), 1),
            () -> mutexes.lock(0, 0),
            () -> mutexes.tryLock(0, 0),
            () -> mutexes.unlock(last(armci), 0)),
        _ -> {
          if (armci.rank() == 0) {
            mutexes.unlock(last(armci), 0);
          }
          excludes(armci, mutexes);
          mutexes.close();
        });
  }

  /** All ranks count, each under the mutex. */
  private static void excludes(Armci armci, Mutexes mutexes) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    int host = last(armci);
    for (int round = 0; round < ROUNDS; round++) {
      mutexes.lock(host, 0);
      armci.putLong(memory, host, 0, armci.getLong(memory, host, 0) + 1);
      mutexes.unlock(host, 0);
    }
    armci.barrier();
    assertEquals((long) ROUNDS * armci.size(), armci.getLong(memory, host, 0));
    armci.free(memory);
  }

  private static Attempt notifications(Armci armci) {
    // In a job whose notifications others have counted, the next number is one more than theirs.
    armci.signals().notify(right(armci));
    long first = armci.signals().waitNotify(left(armci)) + 1;
    return new Attempt(
        () -> armci.signals().waitNotify(left(armci)),
        _ -> {
          for (int round = 0; round < ROUNDS; round++) {
            armci.signals().notify(right(armci));
            assertEquals(first + round, armci.signals().waitNotify(left(armci)));
          }
        });
  }

  /** Whether or not the network has moved them by then. */
  private static Attempt transfers(Armci armci) {
    int words = 20_000;
    GlobalMemory memory = armci.allocate(Long.BYTES * (long) words);
    memory.local().asSlice(0, Long.BYTES).set(JAVA_LONG, 0, armci.rank() + 1);
    memory.local().setAtIndex(JAVA_LONG, words - 1, armci.rank() + 2);
    armci.barrier();
    MemorySegment explicit = MemorySegment.ofArray(new long[words]);
    MemorySegment implicit = MemorySegment.ofArray(new long[words]);
    Handle handle = armci.newHandle();
    int from = right(armci);
    armci.nbGet(memory, from, 0, explicit, handle);
    armci.nbGet(memory, from, 0, implicit, armci.implicit());
    return new Attempt(
        List.of(),
        List.of(
            handle::await,
            () -> handle.await(1000),
            () -> armci.await(from),
            armci::awaitAll,
            handle::awaitRemote),
        _ -> {
          handle.await();
          armci.awaitAll();
          for (MemorySegment arrived : List.of(explicit, implicit)) {
            assertEquals(from + 1, arrived.getAtIndex(JAVA_LONG, 0));
            assertEquals(from + 2, arrived.getAtIndex(JAVA_LONG, words - 1));
          }
          armci.free(memory);
        });
  }

  private static Attempt fence(Armci armci) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    armci.putLong(memory, right(armci), 0, 3);
    return new Attempt(
        List.of(),
        List.of(armci::fenceAll, () -> armci.fence(right(armci)), () -> armci.world().fence()),
        _ -> {
          armci.fenceAll();
          armci.barrier();
          assertEquals(3, armci.getLong(memory, armci.rank(), 0));
          armci.free(memory);
        });
  }

  /** A call whose reply is fetched from where it was made. */
  private static Attempt calls(Armci armci) {
    Calls calls = Calls.open(armci);
    calls.register(ECHO, CallContract::echo);
    armci.barrier();
    Call call = new Call();
    MemorySegment request = MemorySegment.ofArray(new byte[LONG_REPLY_BYTES]).fill((byte) 9);
    MemorySegment reply = MemorySegment.ofArray(new byte[LONG_REPLY_BYTES]);
    if (isLast(armci)) {
      calls.nbCall(0, ECHO, request, reply, call);
      // Its thread has answered this one behind that.
      calls.call(0, ECHO, NOTHING, NOTHING);
    }
    armci.barrier();
    return new Attempt(
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

  private static Attempt opening(Armci armci) {
    CompletionEvents closed = CompletionEvents.open(armci, 2);
    return new Attempt(
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

  /** Each rank sends its right neighbour an event, and finds two. */
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

  /** Whether or not they go by a network: what was put and found in the handler counts then. */
  private static Attempt events(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci, 4);
    GlobalMemory memory = armci.allocate(0);
    events.put(NOTHING, 0, memory, right(armci), 0, 0, 1, 1);
    Event tried = new Event();
    int[] done = new int[2];
    armci.barrier();
    return new Attempt(
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

  private static Attempt fullRing(Armci armci) {
    CompletionEvents events = CompletionEvents.open(armci, 1);
    GlobalMemory memory = armci.allocate(0);
    events.put(NOTHING, 0, memory, right(armci), 0, 0, 5, 5);
    return new Attempt(
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

  private static Attempt makingCollectives(Armci armci) {
    return new Attempt(
        List.of(() -> Collectives.of(armci), () -> Collectives.checked(armci, armci.world())),
        _ -> {
          try (Collectives collectives = Collectives.of(armci)) {
            works(armci, collectives);
          }
        });
  }

  private static Attempt collectives(Armci armci) {
    return collectives(armci, Collectives.of(armci));
  }

  private static Attempt checkedCollectives(Armci armci) {
    return collectives(armci, Collectives.checked(armci, armci.world()));
  }

  private static Attempt collectives(Armci armci, Collectives collectives) {
    works(armci, collectives);
    int size = armci.size();
    Elements one = Elements.of(new long[1]);
    Elements each = Elements.of(new long[size]);
    Elements other = Elements.of(new long[size]);
    long[] counts = new long[size];
    long[] places = new long[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = 1;
      places[rank] = rank;
    }
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new Attempt(
        List.of(
            collectives::barrier,
            () -> collectives.broadcast(one, 0),
            () -> collectives.reduce(one, other.slice(0, 1), Reduction.SUM, 0),
            () -> collectives.allreduce(1L, Reduction.SUM),
            () -> collectives.allreduce(1.0, Reduction.SUM),
            () -> collectives.allreduce(new long[3], Reduction.SUM),
            () -> collectives.allreduce(each, Reduction.SUM),
            () -> collectives.gather(one, each, 0),
            () -> collectives.gatherv(one, each, counts, places, 0),
            () -> collectives.scatter(each, one, 0),
            () -> collectives.scatterv(each, counts, places, one, 0),
            () -> collectives.allgather(one, each),
            () -> collectives.allgatherv(one, each, counts, places),
            () -> collectives.alltoall(each, other),
            () -> collectives.alltoallv(each, counts, places, other, counts, places),
            () -> collectives.reduceScatter(each, one, Reduction.SUM),
            () -> collectives.reduceScatterv(each, one, counts, Reduction.SUM),
            () -> collectives.scan(one, other.slice(0, 1), Reduction.SUM),
            () -> collectives.exscan(one, other.slice(0, 1), Reduction.SUM)),
        _ -> {
          holds(armci, came, collectives::barrier);
          works(armci, collectives);
          collectives.close();
        });
  }

  /** Some of them, each with what only the right partners give. */
  private static void works(Armci armci, Collectives collectives) {
    int size = armci.size();
    for (long round = 1; round <= ROUNDS; round++) {
      assertEquals(round * size, collectives.allreduce(round, Reduction.SUM));
      long[] gathered = new long[size];
      long mine = round * 1000 + armci.rank();
      collectives.allgather(Elements.of(new long[] {mine}), Elements.of(gathered));
      for (int rank = 0; rank < size; rank++) {
        assertEquals(round * 1000 + rank, gathered[rank]);
      }
      long[] data = {armci.rank() == 0 ? round : 0};
      collectives.broadcast(Elements.of(data), 0);
      assertEquals(round, data[0]);
    }
  }

  private static Attempt firstLanes(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    return new Attempt(
        List.of(collectives::nonblocking, collectives::persistent),
        _ -> {
          startsAndEnds(armci, collectives);
          collectives.close();
        });
  }

  private static void startsAndEnds(Armci armci, Collectives collectives) {
    for (long round = 1; round <= ROUNDS; round++) {
      long[] sum = {round};
      collectives.nonblocking().allreduce(Elements.of(sum), Reduction.SUM).await();
      assertEquals(round * armci.size(), sum[0]);
    }
  }

  /** One is under way at the last rank, and the others have not come to it. */
  private static Attempt lanes(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    CollectiveCalls<Handle> calls = collectives.nonblocking();
    long[] sum = {armci.rank() + 1};
    long[] again = {1};
    PersistentCollective persistent =
        collectives.persistent().allreduce(Elements.of(again), Reduction.SUM);
    Handle[] handle = new Handle[1];
    if (isLast(armci)) {
      handle[0] = calls.allreduce(Elements.of(sum), Reduction.SUM);
    }
    return new Attempt(
        List.of(
            () -> calls.allreduce(Elements.of(new long[1]), Reduction.SUM),
            calls::barrier,
            persistent::start,
            () -> handle[0].test(),
            () -> handle[0].await(),
            () -> handle[0].await(1000),
            () -> handle[0].awaitRemote(),
            () -> handle[0].toCompletionStage()),
        _ -> {
          if (!isLast(armci)) {
            handle[0] = calls.allreduce(Elements.of(sum), Reduction.SUM);
          }
          handle[0].await();
          assertEquals(armci.size() * (armci.size() + 1L) / 2, sum[0]);
          persistent.start().await();
          assertEquals(armci.size(), again[0]);
          startsAndEnds(armci, collectives);
          collectives.close();
        });
  }

  private static Attempt closingCollectives(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    works(armci, collectives);
    startsAndEnds(armci, collectives);
    return new Attempt(
        collectives::close,
        _ -> {
          works(armci, collectives);
          startsAndEnds(armci, collectives);
          collectives.close();
        });
  }
}
