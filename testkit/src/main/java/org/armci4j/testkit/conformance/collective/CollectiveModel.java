package org.armci4j.testkit.conformance.collective;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;

/**
 * Holds a random collective operation, the same on all ranks, and computes its result: one thread
 * combines the elements of all ranks in their order. Each round has other elements.
 */
public final class CollectiveModel {
  /** The longest source or destination. */
  static final long MOST_BYTES = 256 * 1024;

  /** Content of a destination before the operation. */
  static final byte UNTOUCHED = 0x5a;

  private static final List<Operation> OPERATIONS = List.of(Operation.values());
  private static final List<ElementType> TYPES = List.of(ElementType.values());
  private static final int FEW_ELEMENTS = 100;

  /** One operation in this many is long. */
  private static final int SELDOM = 12;

  private final int size;
  private final Operation operation;
  private final ElementType type;
  private final Reduction reduction;
  private final int root;
  private final boolean regular;
  private final long[] parts;
  private final long salt;

  /** Draws an operation for a group of {@code size} ranks. */
  public CollectiveModel(SplittableRandom random, int size) {
    this.size = size;
    this.operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    this.type = TYPES.get(random.nextInt(TYPES.size()));
    List<Reduction> reductions = ElementModel.reductions(type);
    this.reduction = reductions.get(random.nextInt(reductions.size()));
    this.root = random.nextInt(size);
    this.regular = random.nextBoolean();
    long most = MOST_BYTES / type.sizeBytes() / (isSplit() ? size : 1) - 1;
    long bound = random.nextInt(SELDOM) == 0 ? most : Math.min(most, FEW_ELEMENTS);
    long equal = random.nextLong(bound);
    this.parts = new long[size];
    for (int place = 0; place < size; place++) {
      parts[place] = regular ? equal : random.nextLong(bound);
    }
    this.salt = random.nextLong();
  }

  /** Returns whether a buffer holds a part for each rank. */
  private boolean isSplit() {
    return switch (operation) {
      case GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> true;
      default -> false;
    };
  }

  Operation operation() {
    return operation;
  }

  ElementType type() {
    return type;
  }

  Reduction reduction() {
    return reduction;
  }

  int root() {
    return root;
  }

  /** Returns whether all parts have the same length; otherwise there are gaps between them, too. */
  boolean isRegular() {
    return regular || !isSplit();
  }

  private PartLayout layout() {
    return new PartLayout(size, place -> parts[place], isRegular() ? 0 : 1);
  }

  private long between(int from, int to) {
    return parts[(from + 2 * to) % size];
  }

  /** Returns the layout of a rank's source. */
  PartLayout given(int place) {
    return switch (operation) {
      case BARRIER -> PartLayout.nothing();
      case BROADCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> PartLayout.single(parts[0]);
      case GATHER, ALLGATHER -> PartLayout.single(parts[place]);
      case SCATTER -> place == root ? layout() : PartLayout.nothing();
      case ALLTOALL -> new PartLayout(size, to -> between(place, to), isRegular() ? 0 : 1);
      case REDUCE_SCATTER -> new PartLayout(size, to -> parts[to], 0);
    };
  }

  /**
   * Returns the layout of a rank's destination. It is empty for a broadcast, whose source is also
   * the destination.
   */
  PartLayout taken(int place) {
    return switch (operation) {
      case BARRIER, BROADCAST -> PartLayout.nothing();
      case REDUCE -> place == root ? PartLayout.single(parts[0]) : PartLayout.nothing();
      case ALLREDUCE, SCAN, EXSCAN -> PartLayout.single(parts[0]);
      case GATHER -> place == root ? layout() : PartLayout.nothing();
      case ALLGATHER -> layout();
      case SCATTER, REDUCE_SCATTER -> PartLayout.single(parts[place]);
      case ALLTOALL -> new PartLayout(size, from -> between(from, place), isRegular() ? 0 : 1);
    };
  }

  /** Returns a rank's source in a round. */
  byte[] input(int place, long round) {
    SplittableRandom random = new SplittableRandom(salt + 31 * round + 1_000_003L * place);
    return ElementModel.draw(type, given(place).count(), random);
  }

  /** Returns a rank's source as it must be after the operation. */
  byte[] sourceAfter(int place, long round) {
    return input(operation == Operation.BROADCAST ? root : place, round);
  }

  /** Returns a rank's destination as it must be after the operation. */
  byte[] result(int place, long round) {
    PartLayout taken = taken(place);
    byte[] result = new byte[(int) taken.count() * type.sizeBytes()];
    Arrays.fill(result, UNTOUCHED);
    if (taken.count() > 0) {
      write(result, taken, place, round);
    }
    return result;
  }

  private void write(byte[] result, PartLayout taken, int place, long round) {
    int bytes = type.sizeBytes();
    switch (operation) {
      case BARRIER, BROADCAST -> throw new IllegalStateException("there is no destination");
      case REDUCE, ALLREDUCE -> overwrite(result, combined(size - 1, round));
      case SCAN -> overwrite(result, combined(place, round));
      case EXSCAN -> {
        if (place > 0) {
          overwrite(result, combined(place - 1, round));
        }
      }
      case GATHER, ALLGATHER -> {
        for (int from = 0; from < size; from++) {
          PartLayout.copy(input(from, round), given(from), 0, result, taken, from, bytes);
        }
      }
      case SCATTER ->
          PartLayout.copy(input(root, round), given(root), place, result, taken, 0, bytes);
      case ALLTOALL -> {
        for (int from = 0; from < size; from++) {
          PartLayout.copy(input(from, round), given(from), place, result, taken, from, bytes);
        }
      }
      case REDUCE_SCATTER ->
          PartLayout.copy(combined(size - 1, round), given(place), place, result, taken, 0, bytes);
    }
  }

  private static void overwrite(byte[] result, byte[] with) {
    System.arraycopy(with, 0, result, 0, result.length);
  }

  /** Returns the elements of ranks 0 to {@code last}, combined one after the other. */
  private byte[] combined(int last, long round) {
    byte[] result = input(0, round);
    for (int place = 1; place <= last; place++) {
      result = ElementModel.combine(type, reduction, result, input(place, round));
    }
    return result;
  }

  @Override
  public String toString() {
    return Text.format(
        "%s of %s %s, %s, root %d, %d places",
        operation.label(),
        isRegular() ? Long.toString(parts[0]) : Arrays.toString(parts),
        type,
        reduction,
        root,
        size);
  }
}
