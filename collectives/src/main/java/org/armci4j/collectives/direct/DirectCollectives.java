package org.armci4j.collectives.direct;

import java.lang.ref.Reference;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;

/**
 * All collectives of ranks of one host. Short messages use a {@link EpochBoard} of small slots,
 * data and number on one cache line; long ones a board of large slots, in pieces.
 */
public final class DirectCollectives implements AutoCloseable {
  /** The name by which it is forced. */
  public static final String NAME = "direct";

  /**
   * Up to so many bytes of others' operands each rank that wants a result combines them for itself,
   * which saves an epoch. Measured with 2 ranks on 2 cores, at once and by shares: reduce of 32 KiB
   * 2.8 and 5.8 µs, of 120 KiB 9.4 and 14.7; allreduce 5.3 and 6.4, 16.6 and 18.1. Where ranks
   * share cores nothing is gained by sharing the work out, so their number does not count: 4 ranks
   * on 2 cores took 7.8 and 14.4 µs for reduce of 32 KiB.
   */
  private static final long AT_ONCE_BYTES = 128 * 1024;

  /**
   * From so many bytes on that a rank gives it pays to find out where the others' buffers lie, and
   * to read there, by loads or by the kernel: system calls and two more epochs instead of a copy.
   * Measured with 2 ranks on 2 cores, in native memory, through the slots and by the kernel:
   * allgather of 64 KiB 5.6 and 6.4 µs, of 128 KiB 13.4 and 9.4; broadcast of 64 KiB 2.5 and 4.8,
   * of 256 KiB 9.2 and 7.8.
   */
  private static final long SINGLE_COPY_BYTES = 128 * 1024;

  /**
   * The same where ranks share cores: each exchange of places costs turns of all of them. 4 ranks
   * on 2 cores: allreduce of 64 KiB 42 and 182 µs, of 128 KiB 65 and 134; alltoall of 64 KiB 63 and
   * 72.
   */
  private static final long CROWDED_SINGLE_COPY_BYTES = 256 * 1024;

  private final Armci armci;
  private final Group group;
  private final SlotBoards boards;
  private final ProcessCopies copies;
  private final SingleCopy singleCopy;
  private final long singleCopyBytes;
  private final long atOnceBytes;

  /** Whether the root of a reduce combines by itself, however long it is. */
  private final boolean rootAlone;

  private DirectCollectives(Armci armci, Group group, SlotBoards boards) {
    this.armci = armci;
    this.group = group;
    this.boards = boards;
    EpochBoard tiny = boards.tiny();
    this.copies = new ProcessCopies(armci, group, tiny);
    this.singleCopy =
        new SingleCopy(new PublishedBuffers(group, tiny, copies), tiny.size(), tiny.place());
    // Ranks may be bound to different numbers of cores.
    boolean crowded = tiny.smallest(Runtime.getRuntime().availableProcessors()) < group.size();
    this.singleCopyBytes = crowded ? CROWDED_SINGLE_COPY_BYTES : SINGLE_COPY_BYTES;
    this.atOnceBytes = crowded ? AT_ONCE_BYTES : AT_ONCE_BYTES / Math.max(1, group.size() - 1);
    this.rootAlone = crowded || group.size() <= 2;
  }

  /**
   * The direct collectives of a group, or null where its ranks are on several hosts, or reach each
   * other through a device all the same. Collective.
   */
  public static DirectCollectives where(Armci armci, Group group) {
    for (int rank : group.ranks()) {
      if (!armci.domains().isHere(rank)) {
        return null;
      }
    }
    SlotBoards boards = SlotBoards.where(armci, group);
    return boards == null ? null : new DirectCollectives(armci, group, boards);
  }

  /** In which order an operation combines. */
  public static OperandOrder order(Operation operation) {
    return switch (operation) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> OperandOrder.RANK;
      default -> OperandOrder.NONE;
    };
  }

  /** Whether it can do a shape: parts of equal length. */
  public boolean serves(Shape shape) {
    return shape.regular();
  }

  /**
   * The same collectives for calls that do not wait, one at a time, on boards of their own.
   * Collective.
   */
  public DirectLane newLane() {
    SlotBoards own = SlotBoards.where(armci, group).withLarge();
    copies.areAllowed(); // found out now, as that waits for the others
    PublishedBuffers buffers = new PublishedBuffers(group, own.tiny(), copies);
    return new DirectLane(this, own, new SingleCopy(buffers, group.size(), group.rank()));
  }

  /** Runs a call. */
  public void run(Shape shape, Elements source, Elements destination, Combiner combiner) {
    if (shape.operation() == Operation.BARRIER) {
      Moves.barrier(boards.tiny());
    } else if (shape.bytes() > 0 && !runSingleCopy(shape, source, destination, combiner)) {
      Reductions reductions = boards.of(shape);
      if (combiner == null) {
        move(reductions.board(), shape, source, destination);
      } else {
        reduce(reductions, shape, source, destination, combiner);
      }
    }
  }

  /** Whether a call's buffers are worth to be looked for. */
  boolean isForSingleCopy(Shape shape) {
    return shape.size() > 1
        && SlotBoards.publishedBytes(shape) >= singleCopyBytes
        && SingleCopy.serves(shape)
        && !isAtOnce(shape);
  }

  private boolean runSingleCopy(
      Shape shape, Elements source, Elements destination, Combiner combiner) {
    if (!isForSingleCopy(shape)) {
      return false;
    }
    try {
      return singleCopy.run(shape, source, destination, combiner);
    } finally {
      // Others read it by its address: it must not be collected before they are done.
      Reference.reachabilityFence(source);
      Reference.reachabilityFence(destination);
    }
  }

  private static void move(EpochBoard board, Shape shape, Elements source, Elements destination) {
    switch (shape.operation()) {
      case BROADCAST -> Moves.broadcast(board, shape, destination);
      case GATHER -> Moves.gather(board, shape, source, destination);
      case SCATTER -> Moves.scatter(board, shape, source, destination);
      case ALLGATHER -> Moves.allgather(board, shape, source, destination);
      case ALLTOALL -> Moves.alltoall(board, shape, source, destination);
      default -> throw new IllegalArgumentException(shape.operation().name());
    }
  }

  /**
   * Whether each rank that wants the result of a reduction combines all for itself, piece by piece.
   * So does the root of a reduce of any length, if one operand is all that there is of others, or
   * no core is idle meanwhile: 2 MiB of 2 ranks took 149 µs so, and 206 when they were shared out.
   */
  boolean isAtOnce(Shape shape) {
    return switch (shape.operation()) {
      case REDUCE -> rootAlone || shape.bytes() <= atOnceBytes;
      case ALLREDUCE -> shape.bytes() <= atOnceBytes;
      default -> false;
    };
  }

  private void reduce(
      Reductions reductions,
      Shape shape,
      Elements source,
      Elements destination,
      Combiner combiner) {
    switch (shape.operation()) {
      case ALLREDUCE -> {
        if (isAtOnce(shape)) {
          reductions.allreduceAtOnce(shape, source, destination, combiner);
        } else {
          reductions.reduceByShares(shape, source, destination, combiner, true);
        }
      }
      case REDUCE -> {
        if (isAtOnce(shape)) {
          reductions.reduceAtOnce(shape, source, destination, combiner);
        } else {
          reductions.reduceByShares(shape, source, destination, combiner, false);
        }
      }
      case REDUCE_SCATTER -> reductions.reduceScatter(shape, source, destination, combiner);
      case SCAN -> reductions.scan(shape, source, destination, combiner, shape.place());
      case EXSCAN -> reductions.scan(shape, source, destination, combiner, shape.place() - 1);
      default -> throw new IllegalArgumentException(shape.operation().name());
    }
  }

  @Override
  public void close() {
    boards.close();
  }
}
