package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.CallRefusals.refusedExactly;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.ElementBatch;
import org.armci4j.strided.IndexedTransfers;

/** Checks the promises of lists of elements, alike for every type, with all ranks as targets. */
public final class BatchContract implements Contract {
  /** Seed of the draws; the property {@code test.seed} repeats that of an earlier run. */
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() & Integer.MAX_VALUE);

  private static final int CASES = 40;

  /** Operations that the cases have in turn. */
  private static final int KINDS = 5;

  /** Cases that try each operation twice. */
  private static final int LEAST_CASES = 2 * KINDS;

  /** Elements of each block that one rank alone uses. */
  private static final int SHARE = 9;

  private static final int MOST = 60;
  private static final int ADDITIONS = 600;

  /** Additions that one call makes in turn with single ones. */
  private static final int TURN = 50;

  private final double scale;
  private final int cases;

  /**
   * Makes the contract with a part of its long repetitions, and with shorter lists for networks
   * that are much slower than memory.
   *
   * @param scale above 0; 1 for all
   */
  public BatchContract(double scale) {
    this.scale = scale;
    this.cases = Math.max(LEAST_CASES, new Repetitions(scale).of(CASES));
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put(
        "lists of elements do what a plain model does",
        armci ->
            ViewType.each(
                armci, type -> (long) armci.size() * SHARE * type.elementBytes(), this::model));
    checks.put("lists count every addition of all ranks", BatchContract::everyAddition);
    checks.put("one rank alone wins each compare-and-swap of all", BatchContract::oneWinner);
    checks.put("floating-point elements are compared by their bits", BatchContract::swapByBits);
    checks.put("long lists go in pieces", this::pieces);
    if (scale == 1) { // a network may update word by word
      checks.put("long lists of updates go in pieces", this::updatesInPieces);
    }
    checks.put("wrong lists are refused before anything moves", BatchContract::wrongLists);
    return checks;
  }

  /** Names elements that one rank alone uses, by places that count through all blocks. */
  private record PlaceList(int[] places, int[] ranks, long[] indices) {
    static PlaceList of(int[] places, int user) {
      return new PlaceList(
          places,
          Arrays.stream(places).map(place -> place / SHARE).toArray(),
          Arrays.stream(places).mapToLong(place -> place % SHARE + (long) user * SHARE).toArray());
    }

    /** Draws a list, in which elements may occur several times. */
    static PlaceList draw(SplittableRandom random, int limit, int user) {
      return of(random.ints(random.nextInt(MOST + 1), 0, limit).toArray(), user);
    }

    /** Draws a list in which no element occurs twice. */
    static PlaceList drawDistinct(SplittableRandom random, int limit, int user) {
      int[] places = IntStream.range(0, limit).toArray();
      for (int i = 1; i < limit; i++) {
        int j = random.nextInt(i + 1);
        places[i] = places[j];
        places[j] = i;
      }
      return of(Arrays.copyOf(places, random.nextInt(limit + 1)), user);
    }

    int count() {
      return places.length;
    }

    /** Visits the number of each element in the list, and its place, in the order of the list. */
    void forEach(PlaceVisitor visitor) {
      for (int i = 0; i < places.length; i++) {
        visitor.visit(i, places[i]);
      }
    }
  }

  /** Visits an element of a list. */
  @FunctionalInterface
  private interface PlaceVisitor {
    void visit(int number, int place);
  }

  private <A> void model(Armci armci, GlobalMemory memory, ViewType<A> type) {
    SplittableRandom random = new SplittableRandom(SEED + armci.rank());
    ElementBatch<A> batch = ElementBatch.of(armci, type.of(memory, armci.rank()));
    double[] expected = new double[armci.size() * SHARE];
    for (int number = 0; number < cases; number++) {
      boolean puts = number % KINDS == 0;
      PlaceList list =
          puts
              ? PlaceList.drawDistinct(random, expected.length, armci.rank())
              : PlaceList.draw(random, expected.length, armci.rank());
      A array = type.counting(list.count() + 2, random.nextInt(256));
      String what = Text.format("-Dtest.seed=%d, case %d of %s", SEED, number, batch);
      double[] given = ViewType.values(array);
      switch (number % KINDS) {
        case 0 -> {
          batch.put(list.ranks, list.indices, array, list.count());
          list.forEach((i, place) -> expected[place] = given[i]);
        }
        case 1 -> {
          batch.accumulate(list.ranks, list.indices, array, list.count());
          list.forEach((i, place) -> expected[place] += given[i]);
        }
        case 2 -> {
          batch.get(list.ranks, list.indices, array, list.count());
          list.forEach((i, place) -> given[i] = expected[place]);
        }
        case 4 -> exchange(batch, type, list, random, expected, what);
        default -> {
          AtomicUpdate update = draw(random, type.isFloating());
          boolean inPlace = random.nextBoolean();
          A found = inPlace ? array : type.newArray().apply(list.count());
          batch.update(update, list.ranks, list.indices, array, found, list.count());
          double[] before = inPlace ? given : new double[list.count()];
          list.forEach(
              (i, place) -> {
                double operand = given[i];
                before[i] = expected[place];
                expected[place] = after(update, before[i], operand);
              });
          assertArrayEquals(before, ViewType.values(found), () -> what + ", " + update);
        }
      }
      assertArrayEquals(given, ViewType.values(array), what);
    }
    A own = type.newArray().apply(SHARE);
    for (int rank = 0; rank < armci.size(); rank++) {
      type.of(memory, rank).get((long) armci.rank() * SHARE, own, 0, SHARE);
      double[] part = Arrays.copyOfRange(expected, rank * SHARE, (rank + 1) * SHARE);
      assertArrayEquals(part, ViewType.values(own), "-Dtest.seed=" + SEED);
    }
  }

  /** Replaces elements that hold a value which is right for about half of them. */
  private static <A> void exchange(
      ElementBatch<A> batch,
      ViewType<A> type,
      PlaceList list,
      SplittableRandom random,
      double[] model,
      String what) {
    A awaited = type.newArray().apply(list.count());
    A next = type.counting(list.count(), random.nextInt(256));
    A found = random.nextBoolean() ? awaited : type.newArray().apply(list.count());
    double[] values = ViewType.values(next);
    double[] before = new double[list.count()];
    list.forEach(
        (i, place) -> {
          before[i] = model[place];
          boolean right = random.nextBoolean();
          Array.setInt(awaited, i, (int) model[place] + (right ? 0 : 1));
          model[place] = right ? values[i] : model[place];
        });
    batch.compareAndSwap(list.ranks, list.indices, awaited, next, found, list.count());
    assertArrayEquals(before, ViewType.values(found), () -> what + ", compare-and-swap");
    assertArrayEquals(values, ViewType.values(next), what);
  }

  private static AtomicUpdate draw(SplittableRandom random, boolean isFloating) {
    List<AtomicUpdate> some =
        isFloating
            ? List.of(AtomicUpdate.ADD, AtomicUpdate.SWAP, AtomicUpdate.MIN, AtomicUpdate.MAX)
            : List.of(AtomicUpdate.values());
    return some.get(random.nextInt(some.size()));
  }

  private static double after(AtomicUpdate update, double value, double operand) {
    return switch (update) {
      case ADD -> value + operand;
      case SWAP -> operand;
      case AND -> (long) value & (long) operand;
      case OR -> (long) value | (long) operand;
      case XOR -> (long) value ^ (long) operand;
      case MIN -> Math.min(value, operand);
      case MAX -> Math.max(value, operand);
    };
  }

  /** Adds 1 to elements of all ranks, from all ranks at once: the sums are those of the draws. */
  private static void everyAddition(Armci armci) {
    int size = armci.size();
    GlobalMemory memory = armci.allocate(2L * SHARE * Long.BYTES);
    GlobalMemory sum = armci.allocate(2L * Long.BYTES);
    if (armci.rank() == 0) {
      sum.longs(0).put(1, SEED); // ranks of other processes have drawn other seeds
    }
    armci.barrier();
    long seed = sum.longs(0).get(1);
    ElementBatch<long[]> batch = ElementBatch.of(armci, memory.longs(armci.rank()));
    long[] expected = new long[2 * SHARE];
    long pairs = 0;
    for (int rank = 0; rank < size; rank++) {
      SplittableRandom random = new SplittableRandom(seed + rank);
      int[] ranks = random.ints(ADDITIONS, 0, size).toArray();
      long[] indices = random.longs(ADDITIONS, 0, SHARE).toArray();
      for (int i = 0; i < ADDITIONS; i++) {
        expected[(int) indices[i]] += ranks[i] == armci.rank() ? 1 : 0;
      }
      if (rank == armci.rank()) {
        long[] ones = new long[ADDITIONS];
        Arrays.fill(ones, 1);
        long[] before = addInTurn(armci, memory, batch, ranks, indices);
        sum.longs(0).fetchAndAdd(0, Arrays.stream(before).sum());
        Arrays.setAll(indices, i -> indices[i] + SHARE);
        batch.accumulate(ranks, indices, ones, ADDITIONS);
      }
    }
    armci.barrier();
    System.arraycopy(expected, 0, expected, SHARE, SHARE);
    long[] found = new long[2 * SHARE];
    memory.longs(armci.rank()).get(0, found, 0, found.length);
    assertArrayEquals(expected, found, "-Dtest.seed=" + seed);
    for (int rank = 0; rank < size; rank++) {
      memory.longs(rank).get(0, found, 0, SHARE);
      pairs += IntStream.range(0, SHARE).mapToLong(i -> found[i] * (found[i] - 1) / 2).sum();
    }
    assertEquals(pairs, sum.longs(0).get(0), "each value was there before one addition");
    armci.barrier();
    armci.free(sum);
    armci.free(memory);
  }

  /**
   * Adds 1 to each element, by lists and by single updates in turn, while the next rank does the
   * other; returns the values before.
   */
  private static long[] addInTurn(
      Armci armci, GlobalMemory memory, ElementBatch<long[]> batch, int[] ranks, long[] indices) {
    long[] before = new long[ADDITIONS];
    long[] some = new long[TURN];
    for (int first = 0; first < ADDITIONS; first += TURN) {
      if ((first / TURN + armci.rank()) % 2 == 0) {
        Arrays.fill(some, 1);
        int[] owners = Arrays.copyOfRange(ranks, first, first + TURN);
        long[] places = Arrays.copyOfRange(indices, first, first + TURN);
        batch.update(AtomicUpdate.ADD, owners, places, some, some, TURN);
        System.arraycopy(some, 0, before, first, TURN);
      } else {
        for (int i = first; i < first + TURN; i++) {
          before[i] = memory.longs(ranks[i]).fetchAndAdd(indices[i], 1);
        }
      }
    }
    return before;
  }

  /** Has all ranks claim the same elements at once, each in another order. */
  private static void oneWinner(Armci armci) {
    int size = armci.size();
    int count = size * SHARE;
    GlobalMemory memory = armci.allocate((long) SHARE * Integer.BYTES);
    GlobalMemory wins = armci.allocate(Long.BYTES);
    ElementBatch<int[]> batch = ElementBatch.of(armci, memory.ints(armci.rank()));
    int[] ranks = new int[count];
    long[] indices = new long[count];
    for (int i = 0; i < count; i++) {
      int place = (i + armci.rank() * SHARE) % count;
      ranks[i] = place / SHARE;
      indices[i] = place % SHARE;
    }
    int[] names = new int[count];
    Arrays.fill(names, armci.rank() + 1);
    int[] found = new int[count];
    armci.barrier();
    batch.compareAndSwap(ranks, indices, new int[count], names, found, count);
    long won = Arrays.stream(found).filter(name -> name == 0).count();
    wins.longs(0).fetchAndAdd(0, won);
    armci.barrier();
    assertEquals(count, wins.longs(0).get(0), "each element is claimed once");
    batch.get(ranks, indices, names, count);
    for (int i = 0; i < count; i++) {
      assertEquals(found[i] == 0 ? armci.rank() + 1 : found[i], names[i], "element " + i);
    }
    armci.barrier();
    armci.free(wins);
    armci.free(memory);
  }

  /** Swaps where values are equal but not their bits, and the other way round, as with a NaN. */
  private static void swapByBits(Armci armci) {
    int target = (armci.rank() + 1) % armci.size();
    GlobalMemory memory = armci.allocate(4L * Double.BYTES);
    swapByBits(
        ElementBatch.of(armci, memory.doubles(target)),
        target,
        new double[] {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L)},
        new double[] {-0.0, -0.0, Double.NaN, Double.NaN},
        new double[] {1, 2, 3, 4},
        new double[4]);
    swapByBits(
        ElementBatch.of(armci, memory.floats(target)),
        target,
        new float[] {0.0f, -0.0f, Float.NaN, Float.intBitsToFloat(0x7fc00001)},
        new float[] {-0.0f, -0.0f, Float.NaN, Float.NaN},
        new float[] {1, 2, 3, 4},
        new float[4]);
    armci.barrier();
    armci.free(memory);
  }

  /** Only the second and the third element hold the bits that are expected. */
  private static <A> void swapByBits(
      ElementBatch<A> batch, int target, A before, A expected, A next, A found) {
    int[] ranks = {target, target, target, target};
    long[] indices = {0, 1, 2, 3};
    batch.put(ranks, indices, before, 4);
    batch.compareAndSwap(ranks, indices, expected, next, found, 4);
    assertArrayEquals(ViewType.values(before), ViewType.values(found));
    batch.get(ranks, indices, found, 4);
    assertArrayEquals(new double[] {0, 2, 3, Double.NaN}, ViewType.values(found));
  }

  /**
   * A list of several pieces, and the elements that it names; each rank has elements of its own.
   */
  private final class LongList {
    private final int count = (scale < 1 ? 1 : 2) * IndexedTransfers.PIECE + 5;
    private final int[] ranks = new int[count];
    private final long[] indices = new long[count];
    private final long[] values = IntStream.range(0, count).mapToLong(i -> i).toArray();
    private final GlobalMemory memory;
    private final ElementBatch<long[]> batch;

    LongList(Armci armci) {
      int size = armci.size();
      int share = (count - 1) / size + 1;
      this.memory = armci.allocate((long) size * share * Long.BYTES);
      this.batch = ElementBatch.of(armci, memory.longs(armci.rank()));
      for (int i = 0; i < count; i++) {
        int place = (int) (7919L * i % count); // each place once, as 7919 is a prime
        ranks[i] = place % size;
        indices[i] = place / size + (long) armci.rank() * share;
      }
      batch.put(ranks, indices, values, count);
    }

    void assertHolds(long[] expected) {
      long[] found = new long[count];
      batch.get(ranks, indices, found, count);
      assertArrayEquals(expected, found);
    }
  }

  private void pieces(Armci armci) {
    LongList list = new LongList(armci);
    list.assertHolds(list.values);
    list.batch.accumulate(list.ranks, list.indices, list.values, list.count);
    list.assertHolds(Arrays.stream(list.values).map(value -> 2 * value).toArray());
    armci.barrier();
    armci.free(list.memory);
  }

  private void updatesInPieces(Armci armci) {
    LongList list = new LongList(armci);
    int some = IndexedTransfers.PIECE + 3;
    long[] swapped = Arrays.stream(list.values).map(value -> 3 * value).toArray();
    long[] found = new long[list.count];
    list.batch.update(AtomicUpdate.SWAP, list.ranks, list.indices, swapped, found, some);
    long[] before = Arrays.copyOf(Arrays.copyOf(list.values, some), list.count);
    assertArrayEquals(before, found);
    System.arraycopy(list.values, some, swapped, some, list.count - some);
    list.assertHolds(swapped);
    long[] next = Arrays.stream(list.values).map(value -> -value).toArray();
    list.batch.compareAndSwap(list.ranks, list.indices, swapped, next, found, list.count);
    assertArrayEquals(swapped, found);
    list.assertHolds(next);
    armci.barrier();
    armci.free(list.memory);
  }

  private static void wrongLists(Armci armci) {
    int last = armci.size() - 1;
    GlobalMemory memory = armci.allocate(8L * (3 + armci.rank())); // each block has another size
    ElementBatch<long[]> batch = ElementBatch.of(armci, memory.longs(armci.rank()));
    int[] ranks = {0, last, last};
    long[] values = {1, 1, 1};
    long[] tooLarge = {0, 1, 3 + last};
    String place = Text.format("by rank %d on %s: ", armci.rank(), batch);
    String outside =
        Text.format(
            "entry 2 of the list: index %d is not inside rank %d's block, which has %d elements of"
                + " 8 bytes",
            3 + last, last, 3 + last);
    refusedExactly("put " + place + outside, () -> batch.put(ranks, tooLarge, values, 3));
    refusedExactly("get " + place + outside, () -> batch.get(ranks, tooLarge, values, 3));
    refusedExactly(
        "accumulate " + place + outside, () -> batch.accumulate(ranks, tooLarge, values, 3));
    refusedExactly(
        "update " + place + outside,
        () -> batch.update(AtomicUpdate.ADD, ranks, tooLarge, values, values, 3));
    refusedExactly(
        "compareAndSwap " + place + outside,
        () -> batch.compareAndSwap(ranks, tooLarge, values, values, values, 3));
    refusedExactly(
        Text.format(
            "put %sentry 1 of the list: there is no rank %d, ranks are 0 to %d",
            place, last + 1, last),
        () -> batch.put(new int[] {0, last + 1}, tooLarge, values, 2));
    refusedExactly(
        "accumulate " + place + "a list of 3 elements, and the argument indices has 2 entries",
        () -> batch.accumulate(ranks, new long[2], values, 3));
    refusedExactly(
        "update " + place + "a list of 3 elements, and the argument destination has 2 entries",
        () -> batch.update(AtomicUpdate.ADD, ranks, new long[3], values, new long[2], 3));
    ElementBatch<double[]> doubles = ElementBatch.of(armci, memory.doubles(last));
    refusedExactly(
        Text.format(
            "update by rank %d on %s: there is no AND of floating-point elements",
            armci.rank(), doubles),
        () ->
            doubles.update(AtomicUpdate.AND, ranks, new long[3], new double[3], new double[3], 3));
    batch.put(ranks, tooLarge, values, 0);
    armci.barrier();
    LongBlock own = memory.longs(armci.rank());
    long[] untouched = new long[(int) own.length()];
    own.get(0, untouched, 0, untouched.length);
    assertArrayEquals(new long[untouched.length], untouched);
    assertArrayEquals(new long[] {1, 1, 1}, values);
    armci.barrier();
    armci.free(memory);
  }
}
