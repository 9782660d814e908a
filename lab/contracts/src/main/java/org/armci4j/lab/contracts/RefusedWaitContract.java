package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.CallContract.NOTHING;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.SharedBlock;
import org.armci4j.call.Calls;

/**
 * Checks that operations forbidden to short handlers are refused before they have counted or told
 * anything. One rank's handler tries an operation, three times. Then all ranks use it, and
 * everything that goes with it, as if it had not been tried.
 */
final class RefusedWaitContract implements Contract {
  private static final int TRY = 30;
  private static final int TRIES = 3;
  static final int ROUNDS = 8;

  /**
   * Delay of the rank whose handler has tried. A barrier that the handler had wrongly announced
   * would be over by then.
   */
  private static final long LATE_NANOS = 1_000_000;

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, Function<Armci, RefusedAttempt>> trials = new LinkedHashMap<>();
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
    trials.put("calls", RefusedCalls::calls);
    trials.put("opening calls and events", RefusedCalls::opening);
    trials.put("events", RefusedCalls::events);
    trials.put("a full ring of events", RefusedCalls::fullRing);
    trials.put("making collectives", RefusedCollectives::makingCollectives);
    trials.put("collectives", RefusedCollectives::collectives);
    trials.put("collectives in checking mode", RefusedCollectives::checkedCollectives);
    trials.put("the first nonblocking collective", RefusedCollectives::firstLanes);
    trials.put("nonblocking collectives", RefusedCollectives::lanes);
    trials.put("closing collectives", RefusedCollectives::closingCollectives);
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    trials.forEach(
        (name, make) ->
            checks.put("refused in a short handler: " + name, armci -> run(armci, make)));
    return checks;
  }

  /**
   * Runs an attempt in the handler of the last rank, called by rank 0, which then tells the others.
   * It tells them by signals alone, because all operations that count calls are on trial.
   */
  private static void run(Armci armci, Function<Armci, RefusedAttempt> make) throws Exception {
    GlobalMemory over = armci.allocate(Long.BYTES);
    try (Calls calls = Calls.open(armci)) {
      RefusedAttempt trial = make.apply(armci);
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
      trial.proof().run(armci);
      armci.barrier();
    }
    armci.free(over);
  }

  static int last(Armci armci) {
    return armci.size() - 1;
  }

  static boolean isLast(Armci armci) {
    return armci.rank() == last(armci);
  }

  private static int[] everyone(Armci armci) {
    return IntStream.range(0, armci.size()).toArray();
  }

  private static RefusedAttempt barrier(Armci armci) {
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new RefusedAttempt(armci::barrier, _ -> holds(armci, came, armci::barrier));
  }

  private static RefusedAttempt groupBarrier(Armci armci) {
    GlobalMemory came = armci.allocate(Long.BYTES);
    Group group = armci.world().create(everyone(armci));
    return new RefusedAttempt(
        group::barrier,
        _ -> {
          holds(armci, came, group::barrier);
          group.close();
        });
  }

  /**
   * Asserts that no rank leaves a barrier before all have come, and that none waits for a rank that
   * has come.
   */
  static void holds(Armci armci, GlobalMemory came, Runnable barrier) {
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

  private static RefusedAttempt allocate(Armci armci) {
    return new RefusedAttempt(
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

  private static RefusedAttempt free(Armci armci) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new RefusedAttempt(
        List.of(() -> armci.free(memory), () -> armci.world().free(memory)),
        _ -> {
          memory.local().set(JAVA_LONG, 0, 5);
          holds(armci, came, armci::barrier);
          armci.free(memory);
        });
  }

  private static RefusedAttempt groups(Armci armci) {
    int[] all = everyone(armci);
    return new RefusedAttempt(
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

  private static RefusedAttempt closingGroup(Armci armci) {
    Group group = armci.world().create(everyone(armci));
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new RefusedAttempt(
        group::close,
        _ -> {
          holds(armci, came, group::barrier);
          group.close();
        });
  }

  private static RefusedAttempt sharing(Armci armci) {
    SharedBlock block = armci.share(Long.BYTES);
    GlobalMemory attached = armci.attach(block.address());
    return new RefusedAttempt(
        List.of(() -> armci.detach(attached), block::close),
        _ -> {
          armci.putLong(attached, armci.rank(), 0, 7);
          assertEquals(7, armci.getLong(block.memory(), armci.rank(), 0));
          armci.detach(attached);
          block.close();
        });
  }

  private static RefusedAttempt makingMutexes(Armci armci) {
    Mutexes closed = armci.createMutexes(1);
    return new RefusedAttempt(
        List.of(() -> armci.createMutexes(1), closed::close),
        _ -> {
          try (Mutexes mutexes = armci.createMutexes(1)) {
            excludes(armci, closed);
            excludes(armci, mutexes);
            closed.close();
          }
        });
  }

  /** Tries mutexes, also one that the first rank holds, so that the others would have to wait. */
  private static RefusedAttempt mutexes(Armci armci) {
    Mutexes mutexes = armci.createMutexes(2);
    if (armci.rank() == 0) {
      mutexes.lock(last(armci), 0);
    }
    return new RefusedAttempt(
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

  /** Counts on all ranks, each time under the mutex. */
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

  private static RefusedAttempt notifications(Armci armci) {
    // Earlier checks of this job may have sent notifications, so the count goes on from theirs.
    armci.signals().notify(right(armci));
    long first = armci.signals().waitNotify(left(armci)) + 1;
    return new RefusedAttempt(
        () -> armci.signals().waitNotify(left(armci)),
        _ -> {
          for (int round = 0; round < ROUNDS; round++) {
            armci.signals().notify(right(armci));
            assertEquals(first + round, armci.signals().waitNotify(left(armci)));
          }
        });
  }

  /** Tries to wait for transfers, whether or not the network has moved them by then. */
  private static RefusedAttempt transfers(Armci armci) {
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
    return new RefusedAttempt(
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

  private static RefusedAttempt fence(Armci armci) {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    armci.putLong(memory, right(armci), 0, 3);
    return new RefusedAttempt(
        List.of(),
        List.of(armci::fenceAll, () -> armci.fence(right(armci)), () -> armci.world().fence()),
        _ -> {
          armci.fenceAll();
          armci.barrier();
          assertEquals(3, armci.getLong(memory, armci.rank(), 0));
          armci.free(memory);
        });
  }
}
