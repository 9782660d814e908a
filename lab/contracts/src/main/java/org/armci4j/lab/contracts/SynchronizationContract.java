package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.Signals;

/** Checks the promises of mutexes, signal sets and notifications. */
final class SynchronizationContract implements Contract {
  private static final int TIMES = 300;

  private final int times;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  SynchronizationContract(double scale) {
    this.times = new Repetitions(scale).of(TIMES);
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("a mutex guards a counter", this::mutexGuards);
    checks.put("no rank starves for a mutex", this::nobodyStarves);
    checks.put("a mutex guards against threads of one rank too", this::threads);
    checks.put("a thread that ends with a mutex is told of", SynchronizationContract::deadHolder);
    checks.put("misuse of a mutex is refused", SynchronizationContract::mutexMisuse);
    checks.put("signals add up", this::signalsAdd);
    checks.put("a put that adds to its signal", this::putAdd);
    checks.put("waits on sets of words", SynchronizationContract::sets);
    checks.put("notifications are counted per pair", this::notifications);
    return checks;
  }

  private void mutexGuards(Armci armci) {
    Mutexes mutexes = armci.createMutexes(armci.rank() % 2 + 1);
    GlobalMemory memory = armci.allocate(16);
    for (int host = 0; host < armci.size(); host++) {
      for (int number = 0; number < mutexes.count(host); number++) {
        for (int i = 0; i < times / armci.size(); i++) {
          mutexes.lock(host, number);
          long count = armci.getLong(memory, host, 8L * number);
          armci.putLong(memory, host, 8L * number, count + 1);
          mutexes.unlock(host, number);
        }
      }
    }
    armci.barrier();
    for (int number = 0; number < mutexes.count(armci.rank()); number++) {
      long expected = (long) times / armci.size() * armci.size();
      assertEquals(expected, armci.getLong(memory, armci.rank(), 8L * number));
    }
    armci.free(memory);
    mutexes.close();
  }

  /**
   * Lets each rank go on until all have had the mutex often, so that no rank is left alone with it.
   */
  private void nobodyStarves(Armci armci) {
    Mutexes mutexes = armci.createMutexes(armci.rank() == 0 ? 1 : 0);
    GlobalMemory counts = armci.allocate(Long.BYTES * (long) armci.size());
    boolean goesOn = true;
    while (goesOn) {
      mutexes.lock(0, 0);
      long own = (long) Long.BYTES * armci.rank();
      armci.putLong(counts, 0, own, armci.getLong(counts, 0, own) + 1);
      goesOn = false;
      for (int rank = 0; rank < armci.size(); rank++) {
        goesOn |= armci.getLong(counts, 0, (long) Long.BYTES * rank) < times / 10;
      }
      mutexes.unlock(0, 0);
    }
    armci.free(counts);
    mutexes.close();
  }

  private void threads(Armci armci) throws Exception {
    Mutexes mutexes = armci.createMutexes(1);
    GlobalMemory memory = armci.allocate(8);
    int[] plain = {0};
    FutureTask<Void> other = new FutureTask<>(() -> count(armci, mutexes, memory, plain), null);
    Thread.ofPlatform().start(other);
    count(armci, mutexes, memory, plain);
    other.get();
    assertEquals(2 * times, plain[0]);
    armci.barrier();
    assertEquals(2L * times * armci.size(), armci.getLong(memory, 0, 0));
    armci.free(memory);
    mutexes.close();
  }

  private void count(Armci armci, Mutexes mutexes, GlobalMemory memory, int[] plain) {
    for (int i = 0; i < times; i++) {
      mutexes.lock(0, 0);
      plain[0]++;
      armci.putLong(memory, 0, 0, armci.getLong(memory, 0, 0) + 1);
      mutexes.unlock(0, 0);
    }
  }

  private static void deadHolder(Armci armci) throws InterruptedException {
    Mutexes mutexes = armci.createMutexes(1);
    int me = armci.rank();
    Thread thread = Thread.ofPlatform().name("careless").start(() -> mutexes.lock(me, 0));
    thread.join();
    refused("thread careless has ended", () -> mutexes.lock(me, 0));
    assertFalse(mutexes.tryLock(me, 0));
    mutexes.close();
  }

  private static void mutexMisuse(Armci armci) {
    Mutexes mutexes = armci.createMutexes(1);
    int me = armci.rank();
    refused("does not hold", () -> mutexes.unlock(me, 0));
    mutexes.lock(me, 0);
    refused("holds mutex 0", () -> mutexes.lock(me, 0));
    refused("holds mutex 0", () -> mutexes.tryLock(me, 0));
    armci.barrier();
    int right = (me + 1) % armci.size();
    if (armci.size() > 1) {
      assertFalse(mutexes.tryLock(right, 0), "its host holds it");
      refused("does not hold", () -> mutexes.unlock(right, 0));
    }
    armci.barrier();
    mutexes.unlock(me, 0);
    armci.barrier();
    assertTrue(mutexes.tryLock(right, 0), "free, and asked for by one rank only");
    mutexes.unlock(right, 0);
    refused("no mutex 1", () -> mutexes.lock(me, 1));
    refused("no mutex -1", () -> mutexes.lock(me, -1));
    refused("no rank " + armci.size(), () -> mutexes.lock(armci.size(), 0));
    refused("-1 mutexes", () -> armci.createMutexes(-1));
    armci.barrier();
    mutexes.close();
  }

  private void signalsAdd(Armci armci) {
    GlobalMemory memory = armci.allocate(16);
    for (int i = 0; i < times; i++) {
      for (int target = 0; target < armci.size(); target++) {
        armci.signals().add(memory, target, 0, armci.rank() + 1);
      }
    }
    long size = armci.size();
    long expected = times * size * (size + 1) / 2;
    assertEquals(expected, armci.waitUntil(memory, 0, Comparison.GE, expected));
    refused("multiple of 8", () -> armci.signals().add(memory, 0, 4, 1));
    armci.free(memory);
  }

  /** Puts each rank's part to all ranks; one word counts the parts that have arrived. */
  private void putAdd(Armci armci) {
    int size = armci.size();
    GlobalMemory memory = armci.allocate(8L * size + 8);
    long word = 8L * size;
    for (long round = 1; round <= times / 5; round++) {
      MemorySegment part = MemorySegment.ofArray(new long[] {round * size + armci.rank()});
      for (int target = 0; target < size; target++) {
        armci.signals().putAdd(part, 0, memory, target, 8L * armci.rank(), 8, memory, word, 1);
      }
      armci.waitUntil(memory, word, Comparison.GE, round * size);
      for (int origin = 0; origin < size; origin++) {
        assertEquals(round * size + origin, armci.getLong(memory, armci.rank(), 8L * origin));
      }
      armci.barrier();
    }
    MemorySegment part = MemorySegment.ofArray(new long[1]);
    refused("multiple of 8", () -> armci.signals().putAdd(part, 0, memory, 0, 0, 8, memory, 4, 1));
    refused(
        "not inside the source",
        () -> armci.signals().putAdd(part, 8, memory, 0, 0, 8, memory, word, 1));
    armci.free(memory);
  }

  /** Signals words one by one from the left neighbour, which waits for an answer each time. */
  private static void sets(Armci armci) {
    long[] offsets = {8, 32, 64};
    GlobalMemory memory = armci.allocate(128);
    Signals signals = armci.signals();
    int right = right(armci);
    int left = left(armci);
    int[] indices = new int[3];
    assertEquals(-1, signals.testAny(memory, offsets, Comparison.GT, 0));
    assertEquals(0, signals.testSome(memory, offsets, Comparison.GT, 0, indices));
    armci.barrier();

    armci.signal(memory, right, offsets[1], 5);
    assertEquals(1, signals.waitAny(memory, offsets, Comparison.GT, 0));
    signals.notify(left);
    signals.waitNotify(right);

    armci.signal(memory, right, offsets[2], 6);
    armci.waitUntil(memory, offsets[2], Comparison.EQ, 6);
    assertEquals(2, signals.waitSome(memory, offsets, Comparison.GT, 0, indices));
    assertArrayEquals(new int[] {1, 2, 0}, indices);
    assertFalse(signals.testAll(memory, offsets, Comparison.GT, 0));
    signals.notify(left);
    signals.waitNotify(right);

    armci.signal(memory, right, offsets[0], 7);
    signals.waitAll(memory, offsets, Comparison.GT, 0);
    assertTrue(signals.testAll(memory, offsets, Comparison.GT, 0));
    assertTrue(signals.test(memory, offsets[0], Comparison.EQ, 7));
    refused("no word", () -> signals.waitAny(memory, new long[0], Comparison.EQ, 0));
    refused("3 words", () -> signals.testSome(memory, offsets, Comparison.EQ, 0, new int[2]));
    armci.free(memory);
  }

  /** Puts, then notifies: the data must be there for every rank that is notified. */
  private void notifications(Armci armci) {
    int size = armci.size();
    GlobalMemory memory = armci.allocate(8L * size);
    long[] value = new long[1];
    for (int i = 1; i <= times / 5; i++) {
      for (int target = 0; target < size; target++) {
        value[0] = i;
        armci.put(MemorySegment.ofArray(value), memory, target, 8L * armci.rank());
        armci.signals().notify(target);
      }
      for (int origin = 0; origin < size; origin++) {
        armci.signals().waitNotify(origin);
        long seen = armci.getLong(memory, armci.rank(), 8L * origin);
        assertTrue(seen >= i, "value " + seen + " after notification " + i + " of " + origin);
      }
    }
    armci.barrier();
    refused("no rank", () -> armci.signals().notify(size));
    refused("no rank", () -> armci.signals().waitNotify(-1));
    armci.free(memory);
  }
}
