package org.armci4j.collectives.direct;

import java.lang.ref.Reference;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.CopyForm;
import org.armci4j.collectives.selection.GroupSpan;
import org.armci4j.collectives.selection.Selection;

/**
 * All collectives of ranks of one host. Short messages use a {@link EpochBoard} of small slots,
 * data and number on one cache line; long ones a board of large slots, in pieces.
 */
public final class DirectCollectives implements AutoCloseable {
  /** The name by which it is forced. */
  public static final String NAME = "direct";

  private final Armci armci;
  private final Group group;
  private final SlotBoards boards;
  private final ProcessCopies copies;
  private final SingleCopy singleCopy;
  private final Selection selection;
  private final CopyTrials trials;

  private DirectCollectives(Armci armci, Group group, SlotBoards boards) {
    this.armci = armci;
    this.group = group;
    this.boards = boards;
    EpochBoard tiny = boards.tiny();
    this.copies = new ProcessCopies(armci, group, tiny);
    // Ranks may be bound to different numbers of cores.
    boolean crowded = tiny.smallest(Runtime.getRuntime().availableProcessors()) < group.size();
    GroupSpan span = crowded ? GroupSpan.CROWDED_HOST : GroupSpan.HOST;
    this.selection = new Selection(List.of(), span, group.size());
    this.trials = new CopyTrials(selection);
    this.singleCopy = new SingleCopy(group, tiny, copies, selection);
  }

  /**
   * Returns the direct collectives of a group, or null where its ranks are on several hosts, or
   * reach each other through a device all the same. Collective.
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

  /** Returns the order in which an operation combines. */
  public static OperandOrder order(Operation operation) {
    return switch (operation) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> OperandOrder.RANK;
      default -> OperandOrder.NONE;
    };
  }

  /** Returns the choices of the group. */
  public Selection selection() {
    return selection;
  }

  /** Returns whether a shape is served: parts of equal length. */
  public boolean serves(Shape shape) {
    return shape.regular();
  }

  /**
   * Returns the same collectives for calls that do not wait, one at a time, on boards of their own.
   * Collective.
   */
  public DirectLane newLane() {
    SlotBoards own = SlotBoards.where(armci, group).withAll();
    copies.areAllowed(); // found out now, as that waits for the others
    SingleCopy straight = new SingleCopy(group, own.tiny(), copies, selection);
    return new DirectLane(selection, trials, own, straight);
  }

  /** Runs a call. */
  public void run(Shape shape, Elements source, Elements destination, Combiner combiner) {
    if (shape.operation() == Operation.BARRIER) {
      Moves.barrier(boards.tiny());
    } else if (shape.bytes() > 0) {
      CopyForm form = selection.copy(shape);
      CopyTrial trial = trials.of(shape, form);
      if (trial == null || trial.isOver()) {
        run(shape, source, destination, combiner, CopyTrials.looksForBuffers(trial, form));
      } else {
        tryOut(trial, form, shape, source, destination, combiner);
      }
    }
  }

  private void tryOut(
      CopyTrial trial,
      CopyForm form,
      Shape shape,
      Elements source,
      Elements destination,
      Combiner combiner) {
    boolean looks = CopyTrials.looksForBuffers(trial, form);
    long startNanos = System.nanoTime();
    run(shape, source, destination, combiner, looks);
    long nanos = System.nanoTime() - startNanos;
    trial.count(looks, shape.sourceBytes(), nanos);
    if (trial.isOver()) {
      trial.decide(boards.tiny()::smallest);
    }
  }

  private void run(
      Shape shape, Elements source, Elements destination, Combiner combiner, boolean looks) {
    if (looks && runSingleCopy(shape, source, destination, combiner)) {
      return;
    }
    Reductions reductions = boards.of(shape);
    if (combiner == null) {
      move(reductions.board(), shape, source, destination);
    } else {
      reduce(reductions, shape, source, destination, combiner);
    }
  }

  private boolean runSingleCopy(
      Shape shape, Elements source, Elements destination, Combiner combiner) {
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

  private void reduce(
      Reductions reductions,
      Shape shape,
      Elements source,
      Elements destination,
      Combiner combiner) {
    switch (shape.operation()) {
      case ALLREDUCE -> {
        if (selection.isAtOnce(shape)) {
          reductions.allreduceAtOnce(shape, source, destination, combiner);
        } else {
          reductions.reduceByShares(shape, source, destination, combiner, true);
        }
      }
      case REDUCE -> {
        if (selection.isAtOnce(shape)) {
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
