package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.Mutexes;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * Checks the promises of collectives beside each other. Objects of one group, each used by a thread
 * of its own, keep apart from their first call on. A thread that waits advances the operations that
 * it has started in memory confined to it.
 */
public final class CollectiveContract implements Contract {
  private static final int OBJECTS = 3;
  private static final int ELEMENTS = 5_000;
  private static final int BARRIERS = 400;
  private static final int ROUNDS = 6;

  /**
   * More elements than ranks can be ahead of each other by, so that both ranks must advance the
   * operation.
   */
  private static final int CONFINED_ELEMENTS = 40_000;

  private final double scale;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  public CollectiveContract(double scale) {
    this.scale = scale;
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("objects of one group keep their data apart", this::dataApart);
    checks.put("handles of several objects of one group keep apart", this::handlesApart);
    checks.put("barriers of several objects of one group wait for all", this::barriersApart);
    checks.put("each wait moves collectives in confined memory on", CollectiveContract::confined);
    return checks;
  }

  private int times(int full) {
    return (int) Math.max(2, full * scale);
  }

  /** Uses an object on a thread of its own. */
  @FunctionalInterface
  private interface Use {
    void use(Collectives collectives, int object);
  }

  /** Makes the objects in an order that all ranks share, and uses each on a thread of its own. */
  private static void onThreads(Armci armci, Use use) throws InterruptedException {
    List<Collectives> objects =
        Stream.generate(() -> Collectives.of(armci)).limit(OBJECTS).toList();
    Parallel threads = new Parallel(armci);
    for (int object = 0; object < OBJECTS; object++) {
      int number = object;
      threads.start(() -> use.use(objects.get(number), number));
    }
    threads.join();
    objects.reversed().forEach(Collectives::close);
  }

  private void dataApart(Armci armci) throws InterruptedException {
    onThreads(
        armci,
        (collectives, object) -> {
          for (int round = 0; round < times(ROUNDS); round++) {
            new ObjectRound(collectives, object, round, ELEMENTS).blocking();
            new ObjectRound(collectives, object, round, 5).blocking();
          }
        });
  }

  private void handlesApart(Armci armci) throws InterruptedException {
    onThreads(
        armci,
        (collectives, object) -> {
          for (int round = 0; round < times(ROUNDS); round++) {
            new ObjectRound(collectives, object, round, ELEMENTS)
                .handles(collectives.nonblocking());
          }
        });
  }

  private void barriersApart(Armci armci) throws InterruptedException {
    GlobalMemory counters = armci.allocate(OBJECTS * JAVA_LONG.byteSize());
    int barriers = times(BARRIERS);
    onThreads(
        armci,
        (collectives, object) -> {
          for (long round = 1; round <= barriers; round++) {
            long offset = object * JAVA_LONG.byteSize();
            armci.fetchAndAdd(counters, 0, offset, 1);
            collectives.barrier();
            long come = armci.fetchAndAdd(counters, 0, offset, 0);
            assertTrue(
                come >= round * armci.size(),
                "barrier " + round + " of object " + object + ": only " + come + " had come");
          }
        });
    armci.free(counters);
  }

  /** Makes the calls of one object in one round and compares their results. */
  private static final class ObjectRound {
    private final Collectives collectives;
    private final int size;
    private final int place;
    private final int root;
    private final long salt;
    private final int count;
    private final int part;
    private final String where;

    ObjectRound(Collectives collectives, int object, int round, int count) {
      Group group = collectives.group();
      this.collectives = collectives;
      this.size = group.size();
      this.place = group.rank();
      this.root = (object + round) % size;
      this.salt = 1_000L * object + round;
      this.count = count;
      this.part = Math.max(1, count / size);
      this.where = "object " + object + ", round " + round + ", " + count + " elements: ";
    }

    /** Returns element {@code index} of the rank at place {@code of}. */
    private long element(int of, long index) {
      long mixed = (salt * 31 + of) * 0x9e37_79b9_7f4a_7c15L + index * 0xff51_afd7_ed55_8ccdL;
      return mixed ^ (mixed >>> 29);
    }

    private long[] elements(int of, int length) {
      return words(length, index -> element(of, index));
    }

    private static long[] words(int length, LongUnaryOperator word) {
      return LongStream.range(0, length).map(word).toArray();
    }

    private long sum(int last, long index) {
      IntToLongFunction one = of -> element(of, index);
      return IntStream.rangeClosed(0, last).mapToLong(one).sum();
    }

    private void equal(String operation, long[] expected, long[] got) {
      assertArrayEquals(expected, got, where + operation);
    }

    void blocking() {
      moves();
      combines();
    }

    private void moves() {
      long[] mine = elements(place, count);
      long[] all = new long[size * count];
      collectives.allgather(Elements.of(mine), Elements.of(all));
      equal("allgather", words(size * count, i -> element((int) (i / count), i % count)), all);
      long[] given = elements(place, size * part);
      long[] taken = new long[size * part];
      collectives.alltoall(Elements.of(given), Elements.of(taken));
      long skip = (long) place * part;
      equal("alltoall", words(size * part, i -> element((int) (i / part), skip + i % part)), taken);
      long[] data = place == root ? elements(root, count) : new long[count];
      collectives.broadcast(Elements.of(data), root);
      equal("broadcast", elements(root, count), data);
      long[] scattered = new long[part];
      collectives.scatter(Elements.of(given), Elements.of(scattered), root);
      equal("scatter", words(part, i -> element(root, skip + i)), scattered);
      long[] gathered = new long[place == root ? size * count : 0];
      collectives.gather(Elements.of(mine), Elements.of(gathered), root);
      if (place == root) {
        equal("gather", all, gathered);
      }
    }

    private void combines() {
      long[] mine = elements(place, count);
      long[] result = new long[count];
      collectives.allreduce(Elements.of(mine), Elements.of(result), Reduction.SUM);
      equal("allreduce", words(count, i -> sum(size - 1, i)), result);
      long[] reduced = new long[place == root ? count : 0];
      collectives.reduce(Elements.of(mine), Elements.of(reduced), Reduction.SUM, root);
      if (place == root) {
        equal("reduce", result, reduced);
      }
      long[] scanned = new long[count];
      collectives.scan(Elements.of(mine), Elements.of(scanned), Reduction.SUM);
      equal("scan", words(count, i -> sum(place, i)), scanned);
      long[] before = new long[count];
      collectives.exscan(Elements.of(mine), Elements.of(before), Reduction.SUM);
      equal("exscan", place == 0 ? new long[count] : words(count, i -> sum(place - 1, i)), before);
      long[] given = elements(place, size * part);
      long[] share = new long[part];
      collectives.reduceScatter(Elements.of(given), Elements.of(share), Reduction.SUM);
      long skip = (long) place * part;
      equal("reduceScatter", words(part, i -> sum(size - 1, skip + i)), share);
    }

    void handles(CollectiveCalls<Handle> calls) {
      long[] all = new long[size * count];
      long[] result = new long[count];
      List<Handle> started =
          List.of(
              calls.allgather(Elements.of(elements(place, count)), Elements.of(all)),
              calls.barrier(),
              calls.allreduce(
                  Elements.of(elements(place, count)), Elements.of(result), Reduction.SUM));
      started.reversed().forEach(Handle::await);
      equal("allgather", words(size * count, i -> element((int) (i / count), i % count)), all);
      equal("allreduce", words(count, i -> sum(size - 1, i)), result);
    }
  }

  /**
   * Lets rank 0 wait in another form while the others wait for the handle. They do their part in
   * rank 0's wait only after the handle is complete.
   */
  private static void confined(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    Collectives other = Collectives.of(armci);
    GlobalMemory words = armci.allocate(JAVA_LONG.byteSize());
    Mutexes mutexes = armci.createMutexes(1);
    Map<String, Runnable> waits = new LinkedHashMap<>();
    waits.put("barrier", armci::barrier);
    waits.put("barrier of the same object", collectives::barrier);
    waits.put("barrier of another object", other::barrier);
    waits.put("allreduce", () -> collectives.allreduce(1L, Reduction.SUM));
    waits.put("nonblocking barrier", () -> other.nonblocking().barrier().await());
    waits.put("signal", () -> awaitSignal(armci, words));
    waits.put("notification", () -> awaitNotification(armci));
    waits.put("mutex", () -> awaitMutex(armci, mutexes));
    waits.put("allocation", () -> armci.free(armci.allocate(8)));
    waits.put("group", () -> armci.world().split(0, 0).close());
    waits.forEach((name, wait) -> confined(armci, collectives, mutexes, name, wait));
    mutexes.close();
    armci.free(words);
    other.close();
    collectives.close();
  }

  private static void confined(
      Armci armci, Collectives collectives, Mutexes mutexes, String name, Runnable wait) {
    boolean isFirst = armci.rank() == 0;
    boolean holds = armci.rank() == armci.size() - 1 && !isFirst;
    armci.barrier(); // else the last rank could take the mutex for which rank 0 still waits
    if (holds) {
      mutexes.lock(0, 0);
    }
    armci.barrier();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocate(JAVA_LONG, CONFINED_ELEMENTS);
      values.fill((byte) 1);
      Elements elements = Elements.of(values, ElementType.LONG);
      Handle handle = collectives.nonblocking().allreduce(elements, elements, Reduction.SUM);
      if (!isFirst) {
        handle.await();
      }
      if (holds) {
        mutexes.unlock(0, 0);
      }
      wait.run();
      handle.await();
      long sum = armci.size() * 0x0101_0101_0101_0101L;
      assertEquals(sum, values.getAtIndex(JAVA_LONG, 0), name);
      assertEquals(sum, values.getAtIndex(JAVA_LONG, CONFINED_ELEMENTS - 1L), name);
    }
  }

  private static void awaitSignal(Armci armci, GlobalMemory words) {
    if (armci.rank() == armci.size() - 1) {
      armci.signal(words, 0, 0, 1);
    }
    if (armci.rank() == 0) {
      armci.waitUntil(words, 0, Comparison.EQ, 1);
    }
  }

  private static void awaitNotification(Armci armci) {
    int last = armci.size() - 1;
    if (armci.rank() == last) {
      armci.signals().notify(0);
    }
    if (armci.rank() == 0) {
      armci.signals().waitNotify(last);
    }
  }

  private static void awaitMutex(Armci armci, Mutexes mutexes) {
    if (armci.rank() == 0) {
      mutexes.lock(0, 0);
      mutexes.unlock(0, 0);
    }
  }
}
