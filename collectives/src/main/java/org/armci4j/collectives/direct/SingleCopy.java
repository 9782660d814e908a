package org.armci4j.collectives.direct;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Group;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.Selection;
import org.armci4j.kernel.NativeMemory;

/**
 * The direct forms for long vectors that lie where other ranks reach them: everyone reads straight
 * from the others' sources, so that data is copied once, or combined where it lies. Reductions are
 * shared out: each rank combines its share, in the order of the ranks, into its own destination,
 * from which the others copy it.
 *
 * <p>In place: only rank r reads the share r of sources, and all of them before it says that its
 * result is complete; nobody writes share r of a destination before that.
 */
final class SingleCopy {
  /** Bytes combined across the ranks before the next: they stay in a near cache. */
  private static final long LOADED_BYTES = 8192;

  /** Bytes combined across the ranks where a system call brings each rank's operand. */
  private static final long COPIED_BYTES = 64 * 1024;

  private final EpochBoard board;
  private final PublishedBuffers buffers;
  private final int size;
  private final int place;
  private final Selection selection;

  /** The first operand, the next one, and what has been combined so far. */
  private MemorySegment scratch = MemorySegment.NULL;

  private MemorySegment operand;
  private long operandOffset;

  /**
   * @param board on which ranks publish their buffers, and say how far they are
   */
  SingleCopy(Group group, EpochBoard board, ProcessCopies copies, Selection selection) {
    this.board = board;
    this.buffers = new PublishedBuffers(group, board, copies);
    this.size = board.size();
    this.place = board.place();
    this.selection = selection;
  }

  /** Ranks whose word a rank awaits when it has done its part. */
  enum Hears {
    NOBODY,
    ROOT,
    ALL,
    /** Everyone's, and takes the result of each as it comes; then everyone's once more. */
    EACH
  }

  /**
   * Makes a call; false, with nothing moved, where buffers cannot be reached, or not in a way that
   * pays: on all ranks.
   */
  boolean run(Shape shape, Elements source, Elements destination, Combiner combiner) {
    if (!serves(shape)) {
      return false;
    }
    buffers.publish(source, destination, giver(shape), taker(shape));
    if (!isPossible(shape)) {
      return false;
    }
    work(shape, source, destination, combiner);
    say();
    Moves.keepOwn(shape, source, destination); // while others may still read theirs
    switch (hears(shape)) {
      case NOBODY -> {}
      case ROOT -> board.await(shape.root());
      case ALL -> board.awaitAll();
      case EACH -> {
        for (int step = 1; step < size; step++) {
          board.await(rankAt(step));
          take(shape, destination, rankAt(step));
        }
        board.finish();
        say();
        board.awaitAll();
      }
    }
    board.finish();
    return true;
  }

  /** Says that this rank has read what it wants, or that its results are complete. */
  private void say() {
    board.enter();
    board.claim();
    board.publish();
  }

  PublishedBuffers buffers() {
    return buffers;
  }

  static boolean serves(Shape shape) {
    return switch (shape.operation()) {
      case BARRIER, SCAN, EXSCAN -> false;
      default -> true;
    };
  }

  /** Returns the rank whose source is reached, or −1 for everyone's. */
  static int giver(Shape shape) {
    return switch (shape.operation()) {
      case BROADCAST, SCATTER -> shape.root();
      default -> -1;
    };
  }

  /** Returns the rank whose destination is reached, or −1 for everyone's. */
  static int taker(Shape shape) {
    return shape.operation() == Operation.REDUCE ? shape.root() : -1;
  }

  /**
   * Returns whether the buffers that all have published can be reached, in a way that pays; the
   * same on all ranks.
   */
  boolean isPossible(Shape shape) {
    boolean results =
        shape.operation() == Operation.REDUCE || shape.operation() == Operation.ALLREDUCE;
    return buffers.reachesSources()
        && (!results || buffers.reachesDestinations())
        && (buffers.loadsSources() || selection.isForKernel(shape));
  }

  /** Does the part of a rank, before it says so. */
  void work(Shape shape, Elements source, Elements destination, Combiner combiner) {
    boolean root = shape.root() == place;
    long bytes = shape.bytes();
    switch (shape.operation()) {
      case BROADCAST -> broadcast(shape, source, destination);
      case SCATTER -> {
        if (!root) {
          buffers.readSource(shape.root(), place * bytes, destination, 0, bytes);
        }
      }
      case GATHER -> {
        if (root) {
          readAll(0, destination, bytes);
        }
      }
      case ALLGATHER -> readAll(0, destination, bytes);
      case ALLTOALL -> readAll(place * bytes, destination, bytes);
      case REDUCE_SCATTER -> {
        long from = place * bytes;
        combine(shape, source, from, from + bytes, -from, destination, place, combiner);
      }
      case REDUCE, ALLREDUCE -> {
        long from = shareOffset(shape, place);
        long end = shareOffset(shape, place + 1);
        int owner = shape.operation() == Operation.REDUCE ? shape.root() : place;
        combine(shape, source, from, end, 0, destination, owner, combiner);
      }
      default -> throw new IllegalArgumentException(shape.operation().name());
    }
  }

  /** Returns the ranks to wait for. A rank whose buffer others reach stays until they are done. */
  Hears hears(Shape shape) {
    boolean root = shape.root() == place;
    return switch (shape.operation()) {
      case BROADCAST -> root ? Hears.ALL : writes(shape) > 0 ? Hears.ROOT : Hears.NOBODY;
      case SCATTER -> root ? Hears.ALL : Hears.NOBODY;
      case GATHER -> root ? Hears.NOBODY : Hears.ROOT;
      case ALLREDUCE -> Hears.EACH;
      default -> Hears.ALL;
    };
  }

  /** Copies the share of a rank that has said that it is complete. */
  void take(Shape shape, Elements destination, int rank) {
    long at = shareOffset(shape, rank);
    buffers.readDestination(rank, at, destination, at, shareOffset(shape, rank + 1) - at);
  }

  /** Returns a rank by its turn; the next rank comes first, so that not all meet at one. */
  int rankAt(int step) {
    return (place + step) % size;
  }

  /** Returns the bytes of a broadcast that the root writes to each of the others. */
  private long writes(Shape shape) {
    return buffers.reachesDestinations() ? shareOffset(shape, 1) : 0;
  }

  /**
   * All copy equally much where they can: the root writes the first 1/n to each of the others,
   * which read the rest meanwhile.
   */
  private void broadcast(Shape shape, Elements source, Elements destination) {
    boolean root = shape.root() == place;
    long written = writes(shape);
    if (!root) {
      long rest = shape.bytes() - written;
      buffers.readSource(shape.root(), written, destination, written, rest);
    } else if (written > 0) {
      for (int step = 1; step < size; step++) {
        buffers.writeDestination(rankAt(step), 0, source.segment(), source.offset(), written);
      }
    }
  }

  /** Reads a part of every rank's source, the next rank's first. */
  private void readAll(long from, Elements destination, long bytes) {
    for (int step = 1; step < size; step++) {
      int rank = rankAt(step);
      buffers.readSource(rank, from, destination, rank * bytes, bytes);
    }
  }

  /** Returns the offset of a rank's share. */
  private static long shareOffset(Shape shape, int rank) {
    return shape.count() * rank / shape.size() * shape.elementBytes();
  }

  /**
   * Combines bytes {@code from} to {@code end} of all sources.
   *
   * @param shift what is added to an offset in the sources to have that in the destination
   * @param owner whose destination it goes to
   */
  private void combine(
      Shape shape,
      Elements source,
      long from,
      long end,
      long shift,
      Elements destination,
      int owner,
      Combiner combiner) {
    long block = buffers.loadsSources() ? LOADED_BYTES : COPIED_BYTES;
    boolean straight = owner == place && NativeMemory.is(destination.segment());
    MemorySegment result = straight ? destination.segment() : scratch();
    for (long at = from; at < end; at += block) {
      long length = Math.min(block, end - at);
      long to = straight ? destination.offset() + shift + at : 2 * COPIED_BYTES;
      combineBlock(source, at, length, length / shape.elementBytes(), combiner, result, to);
      if (!straight) {
        deliver(to, length, destination, owner, at + shift);
      }
    }
  }

  private void deliver(long from, long length, Elements destination, int owner, long to) {
    if (owner == place) {
      Moves.copyOut(scratch, from, destination, to, length);
    } else {
      buffers.writeDestination(owner, to, scratch, from, length);
    }
  }

  /** The result is written last, as it may be where this rank's operand is. */
  private void combineBlock(
      Elements source,
      long at,
      long length,
      long count,
      Combiner combiner,
      MemorySegment result,
      long to) {
    find(source, 0, at, length, 0);
    MemorySegment left = operand;
    long leftOffset = operandOffset;
    for (int rank = 1; rank < size; rank++) {
      find(source, rank, at, length, COPIED_BYTES);
      boolean last = rank == size - 1;
      MemorySegment into = last ? result : scratch();
      long intoOffset = last ? to : 2 * COPIED_BYTES;
      combiner.combine(left, leftOffset, operand, operandOffset, into, intoOffset, count);
      left = into;
      leftOffset = intoOffset;
    }
  }

  /** Makes a rank's operand readable, in scratch memory where it has to be copied. */
  private void find(Elements source, int rank, long at, long length, long inScratch) {
    if (rank == place) {
      operand = source.segment();
      operandOffset = source.offset() + at;
    } else if (buffers.loadsSources()) {
      operand = buffers.source(rank);
      operandOffset = buffers.sourceOffset(rank) + at;
    } else {
      buffers.readSource(rank, at, scratch(), inScratch, length);
      operand = scratch;
      operandOffset = inScratch;
    }
  }

  private MemorySegment scratch() {
    if (scratch.byteSize() == 0) {
      scratch = Arena.ofAuto().allocate(3 * COPIED_BYTES, 64);
    }
    return scratch;
  }
}
