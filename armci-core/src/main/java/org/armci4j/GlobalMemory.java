package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Release;

/**
 * Memory that every rank can address as (rank, offset): each rank gave one block, whose size may
 * differ, in a collective {@link Armci#allocate}. It lives until the collective {@link Armci#free}
 * or the end of the runtime.
 *
 * <p>Blocks start as zeros and lie at page boundaries, so an offset that is a multiple of 8 is an
 * aligned word. Any thread may use this object.
 */
public final class GlobalMemory {
  /** The blocks of memory that has been freed. */
  private static final RemoteBlock[] FREED = {};

  /** The blocks of memory whose runtime is closed. */
  private static final RemoteBlock[] CLOSED = {};

  private final String name;
  private final int rank;
  private final Origin origin;

  /** Of the runtime that it belongs to. */
  final Tickets transfers;

  /**
   * By rank, null for ranks that gave no block; {@link #FREED} or {@link #CLOSED} afterwards, so
   * that one test of the index finds bad ranks and freed memory. Plain: a thread that races with
   * free may still see the old blocks, and then the closed segments behind them refuse.
   */
  private RemoteBlock[] blocks;

  /**
   * Where memory comes from, and so how it ends.
   *
   * @param owner which alone may end it: a group, a shared block, or the runtime that attached it
   * @param ending how, in words
   */
  record Origin(Object owner, String ending) {}

  GlobalMemory(String name, int rank, Origin origin, Tickets transfers, RemoteBlock[] blocks) {
    this.name = name;
    this.rank = rank;
    this.origin = origin;
    this.transfers = transfers;
    this.blocks = blocks;
  }

  /**
   * This rank's own block, to be read and written like any memory. Reads of words that others write
   * meanwhile should go through {@link Armci#waitUntil}, {@link Armci#getLong} or a {@link
   * java.lang.invoke.VarHandle} with acquire.
   *
   * @return the whole block
   * @throws ArmciException when the memory is freed
   */
  public MemorySegment local() {
    return block(rank, "local").view();
  }

  /**
   * A direct view of another rank's block.
   *
   * @param rank the owner
   * @return the whole block, or null when loads and stores do not reach it
   * @throws ArmciException for a wrong rank, or when the memory is freed
   */
  public MemorySegment view(int rank) {
    return block(rank, "view").view();
  }

  /**
   * How large a rank's block is.
   *
   * @param rank the owner
   * @return the size in bytes
   * @throws ArmciException for a wrong rank, or when the memory is freed
   */
  public long sizeBytes(int rank) {
    return block(rank, "sizeBytes").sizeBytes();
  }

  /**
   * A rank's block as elements of {@code double}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it, to use it again
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public DoubleBlock doubles(int rank) {
    return new DoubleBlock(this, rank, transfers);
  }

  /**
   * A rank's block as elements of {@code float}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it, to use it again
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public FloatBlock floats(int rank) {
    return new FloatBlock(this, rank, transfers);
  }

  /**
   * A rank's block as elements of {@code long}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it, to use it again
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public LongBlock longs(int rank) {
    return new LongBlock(this, rank, transfers);
  }

  /**
   * A rank's block as elements of {@code int}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it, to use it again
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public IntBlock ints(int rank) {
    return new IntBlock(this, rank, transfers);
  }

  /**
   * The memory's name, equal on all ranks, as messages show it.
   *
   * @return a name that no other memory of the job has
   */
  public String name() {
    return name;
  }

  /**
   * Refuses memory of another runtime, for extensions of one.
   *
   * @param armci whose it must be
   * @param operation what its caller calls it
   * @param argument what its caller calls this memory
   * @throws ArmciException when it is another runtime's
   */
  public void requireOf(Armci armci, String operation, String argument) {
    Objects.requireNonNull(armci, "armci");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(argument, "argument");
    armci.job().transfers().requireOwn(operation, argument, this);
  }

  /** The way to a rank's block, or an exception that says why there is none. */
  RemoteBlock block(int target, String operation) {
    RemoteBlock[] all = blocks;
    if (target < 0 || target >= all.length) {
      throw noBlock(target, all.length, operation);
    }
    RemoteBlock block = all[target];
    if (block == null) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: rank %d gave no block to global memory %s",
              operation, rank, target, name));
    }
    return block;
  }

  @SuppressWarnings("ReferenceEquality") // one object of no blocks stands for each state
  private ArmciException noBlock(int target, int ranks, String operation) {
    if (blocks == CLOSED) {
      return Job.closed(operation, rank);
    }
    return new ArmciException(
        ranks == 0
            ? Text.format("%s by rank %d: global memory %s has been freed", operation, rank, name)
            : Text.format(
                "%s by rank %d: there is no rank %d, ranks are 0 to %d",
                operation, rank, target, ranks - 1));
  }

  /**
   * Whether this memory can be ended by {@code operation} of {@code owner}: throws if it has ended,
   * or ends otherwise.
   */
  void requireEndedBy(String operation, Object owner) {
    if (blocks.length == 0) {
      throw noBlock(rank, 0, operation);
    }
    if (!origin.owner.equals(owner)) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: global memory %s does not end so; %s",
              operation, rank, name, origin.ending));
    }
  }

  /**
   * Ends this rank's access through this object, as its owner has let go of it; the blocks go on,
   * in the object that is returned.
   */
  GlobalMemory retire() {
    return replace(FREED);
  }

  /** The same as the runtime is closed. */
  GlobalMemory close() {
    return replace(CLOSED);
  }

  private GlobalMemory replace(RemoteBlock[] none) {
    GlobalMemory rest = new GlobalMemory(name, rank, origin, transfers, blocks.clone());
    blocks = none;
    return rest;
  }

  /**
   * Gives up this rank's access to the blocks of memory that has been {@linkplain #retire retired}:
   * to all of them, whatever is wrong with one.
   *
   * @return false when copies of other threads are using some, which stay: call again
   */
  boolean detach() {
    List<Integer> attached =
        IntStream.range(0, blocks.length).filter(one -> blocks[one] != null).boxed().toList();
    return Release.all(attached, this::detach, 0).isEmpty();
  }

  private boolean detach(int owner) {
    RemoteBlock block = blocks[owner];
    blocks[owner] = null;
    if (!block.detach()) {
      blocks[owner] = block;
    }
    return blocks[owner] == null;
  }

  @Override
  public String toString() {
    return "GlobalMemory[" + name + "]";
  }
}
