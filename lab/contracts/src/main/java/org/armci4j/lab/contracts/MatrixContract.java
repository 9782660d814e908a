package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.CallRefusals.refusedExactly;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.ElementBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.LongBlock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.Strided;

/** Checks the promises of matrices between arrays and blocks, alike for every type of elements. */
final class MatrixContract implements Contract {
  /** Seed of the draws; the property {@code matrices.seed} repeats that of an earlier run. */
  private static final int SEED =
      Integer.getInteger("matrices.seed", (int) System.nanoTime() & Integer.MAX_VALUE);

  private static final int CASES = 60;

  /** Cases that try each form twice. */
  private static final int LEAST_CASES = 10;

  private static final int LENGTH = 120;
  private static final int MOST = 6;

  private final int cases;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  MatrixContract(double scale) {
    this.cases = Math.max(LEAST_CASES, new Repetitions(scale).of(CASES));
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("matrices of arrays do what a plain model does", armci -> each(armci, this::model));
    checks.put("a signal is seen after the matrix", armci -> each(armci, this::signal));
    checks.put("matrices outside are refused", armci -> each(armci, this::outside));
    return checks;
  }

  private static void each(Armci armci, ViewType.TypeCheck check) {
    ViewType.each(armci, type -> (long) LENGTH * type.elementBytes(), check);
  }

  /** Says where a matrix lies in an array, or a block, of {@link #LENGTH} elements. */
  private record MatrixPlace(int first, int leading) {
    static MatrixPlace draw(SplittableRandom random, int rows, int columns) {
      int leading = Math.max(1, columns) + random.nextInt(MOST);
      int span = rows == 0 ? 0 : (rows - 1) * leading + columns;
      return new MatrixPlace(random.nextInt(LENGTH - span + 1), leading);
    }

    int at(int row, int column) {
      return first + row * leading + column;
    }
  }

  /** Describes one matrix, in an array and in a block. */
  private record MatrixCase(int rows, int columns, MatrixPlace array, MatrixPlace block) {
    static MatrixCase draw(SplittableRandom random) {
      int rows = random.nextInt(MOST + 1);
      int columns = random.nextInt(MOST + 1);
      return new MatrixCase(
          rows,
          columns,
          MatrixPlace.draw(random, rows, columns),
          MatrixPlace.draw(random, rows, columns));
    }

    /** Changes the block as a put of the array does, or an accumulate. */
    void put(double[] array, double[] block, boolean adds) {
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
          int to = this.block.at(row, column);
          block[to] = array[this.array.at(row, column)] + (adds ? block[to] : 0);
        }
      }
    }

    /** Changes the array as a get of the block does. */
    void get(double[] block, double[] array) {
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
          array[this.array.at(row, column)] = block[this.block.at(row, column)];
        }
      }
    }
  }

  /** Makes the calls of one rank on one block, which no other rank writes. */
  private record MatrixCalls<A>(
      Armci armci, Strided strided, ElementBlock<A> block, LongBlock signal) {
    /** Puts, or adds, in one of the forms. */
    void put(int form, A array, MatrixCase one) {
      int from = one.array.first();
      int leading = one.array.leading();
      int index = one.block.first();
      int apart = one.block.leading();
      int rows = one.rows;
      int columns = one.columns;
      Handle handle = armci.newHandle();
      switch (form) {
        case 0 -> strided.put(array, from, leading, block, index, apart, rows, columns);
        case 1 -> strided.nbPut(array, from, leading, block, index, apart, rows, columns, handle);
        case 2 ->
            strided.putSignal(
                array, from, leading, block, index, apart, rows, columns, signal, 0, 1);
        case 3 -> strided.accumulate(array, from, leading, block, index, apart, rows, columns);
        default ->
            strided.nbAccumulate(array, from, leading, block, index, apart, rows, columns, handle);
      }
      handle.await();
      armci.fence(block.rank());
    }

    static boolean adds(int form) {
      return form >= 3;
    }

    void get(boolean blocking, A array, MatrixCase one) {
      int from = one.array.first();
      int leading = one.array.leading();
      int index = one.block.first();
      int apart = one.block.leading();
      if (blocking) {
        strided.get(block, index, apart, array, from, leading, one.rows, one.columns);
      } else {
        Handle handle = armci.newHandle();
        strided.nbGet(block, index, apart, array, from, leading, one.rows, one.columns, handle);
        handle.await();
      }
    }
  }

  private <A> void model(Armci armci, GlobalMemory memory, ViewType<A> type) {
    SplittableRandom random = new SplittableRandom(SEED + armci.rank());
    GlobalMemory signals = armci.allocate(8);
    ElementBlock<A> block = type.of(memory, right(armci));
    MatrixCalls<A> calls =
        new MatrixCalls<>(armci, Strided.of(armci), block, signals.longs(right(armci)));
    double[] expected = new double[LENGTH];
    for (int number = 0; number < cases; number++) {
      MatrixCase put = MatrixCase.draw(random);
      A source = type.counting(LENGTH, number);
      int form = number % 5;
      calls.put(form, source, put);
      put.put(ViewType.values(source), expected, MatrixCalls.adds(form));
      String what = "-Dmatrices.seed=" + SEED + ", " + type.elementBytes() + " B, " + put;
      A whole = type.newArray().apply(LENGTH);
      block.get(0, whole, 0, LENGTH);
      assertArrayEquals(expected, ViewType.values(whole), what);
      MatrixCase get = MatrixCase.draw(random);
      A destination = type.counting(LENGTH, -number);
      double[] wanted = ViewType.values(destination);
      get.get(expected, wanted);
      calls.get(number % 2 == 0, destination, get);
      assertArrayEquals(wanted, ViewType.values(destination), what + ", then " + get);
    }
    armci.barrier();
    armci.free(signals);
  }

  private <A> void signal(Armci armci, GlobalMemory memory, ViewType<A> type) {
    GlobalMemory signals = armci.allocate(3 * 8);
    int first = 5 + armci.rank();
    Strided.of(armci)
        .putSignal(
            type.counting(LENGTH, first),
            1,
            10,
            type.of(memory, right(armci)),
            4,
            3,
            2,
            3,
            signals.longs(right(armci)),
            1,
            7);
    assertEquals(7, signals.longs(armci.rank()).waitUntil(1, Comparison.NE, 0));
    A arrived = type.newArray().apply(6);
    type.of(memory, armci.rank()).get(4, arrived, 0, 6);
    int left = 5 + left(armci);
    double[] expected = {left + 1, left + 2, left + 3, left + 11, left + 12, left + 13};
    assertArrayEquals(expected, ViewType.values(arrived));
    assertEquals(0, signals.longs(armci.rank()).get(0));
    assertEquals(0, signals.longs(armci.rank()).get(2));
    armci.barrier();
    armci.free(signals);
  }

  private <A> void outside(Armci armci, GlobalMemory memory, ViewType<A> type) {
    int rank = right(armci);
    ElementBlock<A> block = type.of(memory, rank);
    Strided strided = Strided.of(armci);
    A array = type.counting(LENGTH, 1);
    String limits = Text.format("which has %d elements of %d bytes", LENGTH, type.elementBytes());
    refusedExactly(
        Text.format(
            "put: 3 rows of 4 elements, 50 apart, from element 17 on are not inside rank %d's"
                + " block, %s",
            rank, limits),
        () -> strided.put(array, 0, 4, block, 17, 50, 3, 4));
    refusedExactly(
        "get: 2 rows of 4 elements, 9 apart, from element 108 on are not inside the destination, "
            + limits,
        () -> strided.get(block, 0, 4, array, 108, 9, 2, 4));
    refusedExactly(
        "accumulate: -1 rows of 4 elements, 4 apart, from element 0 on are not inside rank "
            + rank
            + "'s block, "
            + limits,
        () -> strided.accumulate(array, 0, 4, block, 0, 4, -1, 4));
    refusedExactly(
        "nbPut: in the source rows of 4 elements cannot begin 3 apart; a leading dimension is at"
            + " least a row, and at least 1",
        () -> strided.nbPut(array, 0, 3, block, 0, 4, 2, 4, armci.newHandle()));
    refusedExactly(
        Text.format(
            "put: 2 rows of 1 elements, %d apart, from element 1 on are not inside rank %d's block,"
                + " %s",
            Long.MAX_VALUE, rank, limits),
        () -> strided.put(array, 0, 1, block, 1, Long.MAX_VALUE, 2, 1));
    LongBlock signal = memory.longs(rank);
    long signals = signal.length();
    refusedExactly(
        Text.format(
            "putSignal: 1 elements at index %d are not inside rank %d's block, which has %d"
                + " elements of 8 bytes",
            signals, rank, signals),
        () -> strided.putSignal(array, 0, 4, block, 0, 4, 2, 4, signal, signals, 1));
    assertArrayEquals(ViewType.values(type.counting(LENGTH, 1)), ViewType.values(array));
    armci.barrier();
    A untouched = type.counting(LENGTH, 1);
    block.get(0, untouched, 0, LENGTH);
    assertArrayEquals(new double[LENGTH], ViewType.values(untouched));
  }
}
