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
   * Number and data on one cache line: many slots, as short calls follow each other most closely.
   */
  private static final int TINY_SLOTS = 64;

  private static final long TINY_BYTES = 120;

  private static final int SMALL_SLOTS = 8;
  private static final long SMALL_BYTES = 2040;
  private static final int LARGE_SLOTS = 4;
  private static final long LARGE_BYTES = 128 * 1024;

  /** Up to this length everyone combines for itself, which saves an epoch. */
  private static final long AT_ONCE_BYTES = 16 * 1024;

  /**
   * From this length on it pays to find out where the others' buffers lie, and to read there, by
   * loads or by the kernel. Measured with 2 ranks on 2 cores, in native memory, through the slots
   * and by the kernel: allgather of 8 KiB 2.5 and 1.3 µs, of 256 KiB 33 and 14.7; broadcast of 8
   * KiB 1.0 and 1.0, of 32 KiB 6.7 and 1.5.
   */
  private static final long SINGLE_COPY_BYTES = 8 * 1024;

  /** The same where ranks share cores: each exchange of places costs turns of all of them. */
  private static final long CROWDED_SINGLE_COPY_BYTES = 32 * 1024;

  private final Armci armci;
  private final Group group;
  private final EpochBoard tiny;
  private final Reductions tinyReductions;
  private final EpochBoard small;
  private final Reductions smallReductions;
  private final SingleCopy singleCopy;
  private final long singleCopyBytes;
  private EpochBoard large;
  private Reductions largeReductions;

  private DirectCollectives(Armci armci, Group group, EpochBoard tiny) {
    this.armci = armci;
    this.group = group;
    this.tiny = tiny;
    this.tinyReductions = new Reductions(tiny);
    this.small = new EpochBoard(armci, group, SMALL_SLOTS, SMALL_BYTES, false);
    this.smallReductions = new Reductions(small);
    this.singleCopy =
        new SingleCopy(new PublishedBuffers(armci, group, tiny), tiny.size(), tiny.place());
    // Ranks may be bound to different numbers of cores.
    boolean crowded = tiny.smallest(Runtime.getRuntime().availableProcessors()) < group.size();
    this.singleCopyBytes = crowded ? CROWDED_SINGLE_COPY_BYTES : SINGLE_COPY_BYTES;
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
    EpochBoard tiny = new EpochBoard(armci, group, TINY_SLOTS, TINY_BYTES, false);
    if (!tiny.isInReach()) {
      tiny.close();
      return null;
    }
    return new DirectCollectives(armci, group, tiny);
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

  /** Runs a call. */
  public void run(Shape shape, Elements source, Elements destination, Combiner combiner) {
    if (shape.operation() == Operation.BARRIER) {
      Moves.barrier(tiny);
    } else if (shape.bytes() > 0 && !runSingleCopy(shape, source, destination, combiner)) {
      long bytes = slotBytes(shape);
      if (bytes > SMALL_BYTES && large == null) {
        large = new EpochBoard(armci, group, LARGE_SLOTS, LARGE_BYTES, true);
        largeReductions = new Reductions(large);
      }
      if (combiner == null) {
        EpochBoard board = bytes <= TINY_BYTES ? tiny : bytes <= SMALL_BYTES ? small : large;
        move(board, shape, source, destination);
      } else {
        Reductions reductions =
            bytes <= TINY_BYTES
                ? tinyReductions
                : bytes <= SMALL_BYTES ? smallReductions : largeReductions;
        reduce(reductions, shape, source, destination, combiner);
      }
    }
  }

  private boolean runSingleCopy(
      Shape shape, Elements source, Elements destination, Combiner combiner) {
    if (shape.size() == 1 || slotBytes(shape) < singleCopyBytes) {
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

  /** How much a rank publishes. */
  private static long slotBytes(Shape shape) {
    return switch (shape.operation()) {
      case SCATTER, ALLTOALL, REDUCE_SCATTER -> shape.size() * shape.bytes();
      default -> shape.bytes();
    };
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

  private static void reduce(
      Reductions reductions,
      Shape shape,
      Elements source,
      Elements destination,
      Combiner combiner) {
    boolean atOnce = shape.bytes() <= AT_ONCE_BYTES;
    switch (shape.operation()) {
      case ALLREDUCE -> {
        if (atOnce) {
          reductions.allreduceAtOnce(shape, source, destination, combiner);
        } else {
          reductions.reduceByShares(shape, source, destination, combiner, true);
        }
      }
      case REDUCE -> {
        if (atOnce) {
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
    tiny.close();
    small.close();
    if (large != null) {
      large.close();
    }
  }
}
