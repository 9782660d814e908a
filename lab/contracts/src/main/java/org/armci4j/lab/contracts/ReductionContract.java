package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.AlgorithmInfo;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;

/**
 * Checks the promises of reductions about floating-point results that are not numbers. The operands
 * hold NaNs of all payloads and both signs, and infinities, from which a processor makes NaNs of
 * its own.
 */
final class ReductionContract implements Contract {
  /** Counts for the loops for short operands, for those for long ones, and for several pieces. */
  private static final int[] COUNTS = {1, 45, 3001};

  private static final int[] FEW_COUNTS = {45};

  /**
   * All combinations of a type and a reduction to test here; the tests of the loops cover all
   * element types.
   */
  private static final List<Combination> COMBINATIONS =
      List.of(
          new Combination(ElementType.DOUBLE, Reduction.SUM),
          new Combination(ElementType.DOUBLE, Reduction.PRODUCT),
          new Combination(ElementType.DOUBLE, Reduction.MIN),
          new Combination(ElementType.DOUBLE, Reduction.MAX),
          new Combination(ElementType.FLOAT, Reduction.SUM),
          new Combination(ElementType.FLOAT, Reduction.MIN),
          new Combination(ElementType.COMPLEX_DOUBLE, Reduction.PRODUCT),
          new Combination(ElementType.INDEXED_DOUBLE, Reduction.MIN_LOC));

  private final int[] counts;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  ReductionContract(double scale) {
    this.counts = scale < 1 ? FEW_COUNTS : COUNTS;
  }

  @Override
  public Map<String, RankCheck> checks() {
    return Map.of("NaNs have the same bits on every rank", this::oneNan);
  }

  private void oneNan(Armci armci) {
    long seed = EventStream.agreeOnSeed(armci);
    SplittableRandom random = new SplittableRandom(seed * 31 + armci.rank());
    boolean shared = sharesMemory(armci);
    try (Collectives collectives = Collectives.of(armci)) {
      for (Combination one : COMBINATIONS) {
        for (int count : counts) {
          byte[] operands = one.operands(count * armci.size(), random);
          String run = "armci.test.seed=" + seed;
          one.check(collectives, Operation.ALLREDUCE, operands, run);
          one.check(collectives.inAnyOrder(), Operation.ALLREDUCE, operands, run + ", any order");
          for (AlgorithmInfo info : Collectives.algorithms()) {
            if (!info.order().equals("none") && (shared || info.everyTransport())) {
              Collectives by = collectives.using(info.operation(), info.name());
              one.check(by, info.operation(), operands, run + ", " + info.name());
            }
          }
        }
      }
    }
  }

  /**
   * Returns whether ranks load each other's memory; otherwise the algorithms that do so cannot be
   * forced.
   */
  private static boolean sharesMemory(Armci armci) {
    GlobalMemory memory = armci.allocate(8);
    boolean shares = IntStream.range(0, armci.size()).allMatch(rank -> memory.view(rank) != null);
    armci.free(memory);
    return shares;
  }

  /** Names a reduction of elements of a type. */
  private record Combination(ElementType type, Reduction reduction) {
    void check(Collectives by, Operation operation, byte[] operands, String run) {
      int place = by.group().rank();
      int size = by.group().size();
      byte[] result = new byte[operands.length / size];
      Elements given = elements(operands);
      long count = given.count() / size;
      String where = Text.format("%s of %d %s, %s, %s", operation, count, type, reduction, run);
      Elements source = operation == Operation.REDUCE_SCATTER ? given : given.slice(0, count);
      call(by, operation, source, elements(result));
      if (combined(operation, place, size) > 1) {
        assertNansAreCanonical(result, where);
      }
      if (operation == Operation.ALLREDUCE) {
        byte[] all = new byte[operands.length];
        by.allgather(Elements.of(result), Elements.of(all));
        for (int at = 0; at < all.length; at += result.length) {
          byte[] other = Arrays.copyOfRange(all, at, at + result.length);
          assertEquals(-1, Arrays.mismatch(result, other), where);
        }
      }
    }

    private void call(Collectives by, Operation operation, Elements source, Elements destination) {
      switch (operation) {
        case ALLREDUCE -> by.allreduce(source, destination, reduction);
        case REDUCE -> by.reduce(source, destination, reduction, 0);
        case REDUCE_SCATTER -> by.reduceScatter(source, destination, reduction);
        case SCAN -> by.scan(source, destination, reduction);
        default -> by.exscan(source, destination, reduction);
      }
    }

    /** Returns the number of operands in a rank's result; a single operand is only copied. */
    private static int combined(Operation operation, int place, int size) {
      return switch (operation) {
        case REDUCE -> place == 0 ? size : 0;
        case SCAN -> place + 1;
        case EXSCAN -> place;
        default -> size;
      };
    }

    private Elements elements(byte[] bytes) {
      return Elements.of(MemorySegment.ofArray(bytes), type);
    }

    /**
     * Returns the distance from one floating-point number to the next: the index follows the value
     * of a pair.
     */
    private int step() {
      return switch (type) {
        case FLOAT -> Float.BYTES;
        case INDEXED_DOUBLE -> type.sizeBytes();
        default -> Double.BYTES;
      };
    }

    /** Draws operands. Indices are all 0, so that equal values differ only in the bits of NaNs. */
    private byte[] operands(int count, SplittableRandom random) {
      MemorySegment operands = MemorySegment.ofArray(new byte[count * type.sizeBytes()]);
      for (long at = 0; at < operands.byteSize(); at += step()) {
        if (type == ElementType.FLOAT) {
          operands.set(JAVA_INT_UNALIGNED, at, floatBits(random));
        } else {
          operands.set(JAVA_LONG_UNALIGNED, at, doubleBits(random));
        }
      }
      return operands.toArray(JAVA_BYTE);
    }

    private static int floatBits(SplittableRandom random) {
      int infinity = random.nextInt(2) << 31 | Float.floatToIntBits(Float.POSITIVE_INFINITY);
      return switch (random.nextInt(4)) {
        case 0 -> infinity | random.nextInt(1, 1 << 23); // a NaN
        case 1 -> infinity;
        default -> Float.floatToIntBits(random.nextInt(-2, 3));
      };
    }

    private static long doubleBits(SplittableRandom random) {
      long infinity = random.nextLong(2) << 63 | Double.doubleToLongBits(Double.POSITIVE_INFINITY);
      return switch (random.nextInt(4)) {
        case 0 -> infinity | random.nextLong(1, 1L << 52); // a NaN
        case 1 -> infinity;
        default -> Double.doubleToLongBits(random.nextInt(-2, 3));
      };
    }

    private void assertNansAreCanonical(byte[] bytes, String where) {
      MemorySegment results = MemorySegment.ofArray(bytes);
      for (long at = 0; at < bytes.length; at += step()) {
        if (type == ElementType.FLOAT) {
          int bits = results.get(JAVA_INT_UNALIGNED, at);
          assertEquals(Float.floatToIntBits(Float.intBitsToFloat(bits)), bits, where);
        } else {
          long bits = results.get(JAVA_LONG_UNALIGNED, at);
          assertEquals(Double.doubleToLongBits(Double.longBitsToDouble(bits)), bits, where);
        }
      }
    }
  }
}
