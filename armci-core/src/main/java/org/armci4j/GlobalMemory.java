package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Release;

/**
 * Memory that every rank can address as (rank, offset). Each rank gives one block, of any size, in
 * a collective {@link Armci#allocate}. The memory lives until the collective {@link Armci#free} or
 * the end of the runtime.
 *
 * <p>Blocks start as zeros and lie at page boundaries, so an offset that is a multiple of 8 is an
 * aligned word. Any thread may use this object.
 */
public final class GlobalMemory {
  /** Stands for the blocks of freed memory. */
  private static final RemoteBlock[] FREED = {};

  /** Stands for the blocks of memory whose runtime is closed. */
  private static final RemoteBlock[] CLOSED = {};

  private final String name;
  private final int rank;
  private final Origin origin;

  /** Tickets of the runtime that the memory belongs to. */
  final Tickets tickets;

  /**
   * Blocks by rank, null for ranks that gave none; {@link #FREED} or {@link #CLOSED} after the end,
   * so that one index check finds wrong ranks and freed memory. A plain field is safe: a thread
   * that races with free may see the old blocks, whose closed segments refuse access.
   */
  private RemoteBlock[] blocks;

  /** Blocks of ranks that are lost, by rank; null where none is. Guarded by this. */
  private RemoteBlock[] lost;

  /** Why ranks are lost whose blocks are no longer accessible, by rank; null where none is. */
  private volatile Failure[] losses;

  /**
   * Holds who may end a memory.
   *
   * @param owner the only object that may end it: a group, the offer of a shared block, or the job
   *     that attached or borrowed it
   * @param ending how to end it, for messages
   */
  record Origin(Object owner, String ending) {}

  GlobalMemory(String name, int rank, Origin origin, Tickets tickets, RemoteBlock[] blocks) {
    this.name = name;
    this.rank = rank;
    this.origin = origin;
    this.tickets = tickets;
    this.blocks = blocks;
  }

  /**
   * Returns this rank's own block, for ordinary loads and stores. Words that other ranks write
   * concurrently should be read by {@link Armci#waitUntil}, {@link Armci#getLong} or a {@link
   * java.lang.invoke.VarHandle} with acquire.
   *
   * @return the whole block
   * @throws ArmciException when the memory is freed
   */
  public MemorySegment local() {
    return block(rank, "local").view();
  }

  /**
   * Returns a direct view of a rank's block.
   *
   * @param rank the owner
   * @return the whole block, or null when loads and stores do not reach it
   * @throws ArmciException for a wrong rank, or when the memory is freed
   */
  public MemorySegment view(int rank) {
    return block(rank, "view").view();
  }

  /**
   * Returns the size of a rank's block.
   *
   * @param rank the owner
   * @return the size in bytes
   * @throws ArmciException for a wrong rank, or when the memory is freed
   */
  public long sizeBytes(int rank) {
    return block(rank, "sizeBytes").sizeBytes();
  }

  /**
   * Returns a rank's block as elements of {@code double}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it for repeated use
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public DoubleBlock doubles(int rank) {
    return new DoubleBlock(this, rank, tickets);
  }

  /**
   * Returns a rank's block as elements of {@code float}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it for repeated use
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public FloatBlock floats(int rank) {
    return new FloatBlock(this, rank, tickets);
  }

  /**
   * Returns a rank's block as elements of {@code long}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it for repeated use
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public LongBlock longs(int rank) {
    return new LongBlock(this, rank, tickets);
  }

  /**
   * Returns a rank's block as elements of {@code int}, to put and get by index and from arrays.
   *
   * @param rank the owner
   * @return a new view of the whole block; keep it for repeated use
   * @throws ArmciException for a wrong rank, one that gave no block, or when the memory is freed
   */
  public IntBlock ints(int rank) {
    return new IntBlock(this, rank, tickets);
  }

  /**
   * Returns the memory's name for messages, equal on all ranks.
   *
   * @return a name that no other memory of the job has
   */
  public String name() {
    return name;
  }

  /**
   * Throws if this memory belongs to another runtime, for extensions of the runtime.
   *
   * @param armci the runtime that it must belong to
   * @param operation the operation's name in the message
   * @param argument the parameter's name in the message
   * @throws ArmciException when it is another runtime's
   */
  public void requireOf(Armci armci, String operation, String argument) {
    Objects.requireNonNull(armci, "armci");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(argument, "argument");
    armci.runtime().tickets().requireOwn(operation, argument, this);
  }

  /**
   * Returns the blocks of all ranks. While the memory is in use the array never changes: a loss or
   * the end replaces it. So a view knows by one compare that its block is still there.
   */
  RemoteBlock[] blocks() {
    return blocks;
  }

  /** Returns a rank's block, or throws an exception that says why there is none. */
  RemoteBlock block(int target, String operation) {
    return block(blocks, target, operation);
  }

  /** Does the same with blocks that {@link #blocks()} has returned. */
  RemoteBlock block(RemoteBlock[] all, int target, String operation) {
    if (target < 0 || target >= all.length) {
      throw noBlock(target, all.length, operation);
    }
    RemoteBlock block = all[target];
    return block == null ? missing(target, operation) : block;
  }

  /** Looks again, after the writes of a thread that has just taken lost blocks away; or throws. */
  private RemoteBlock missing(int target, String operation) {
    VarHandle.acquireFence();
    RemoteBlock[] all = blocks;
    Failure[] known = losses;
    if (target < all.length && all[target] != null) {
      return all[target];
    }
    if (known != null && known[target] != null) {
      throw new RankFailedException(
          Text.format("%s by rank %d on global memory %s", operation, rank, name), known[target]);
    }
    throw new ArmciException(
        Text.format(
            "%s by rank %d: rank %d gave no block to global memory %s",
            operation, rank, target, name));
  }

  /**
   * Ends this rank's access to the block of a rank that is lost, also by typed blocks that the
   * program has taken: they look at each operation whether these blocks have been replaced. Direct
   * views stay, as on one host the memory stays mapped.
   */
  synchronized void lose(Failure failure) {
    int owner = failure.rank();
    if (owner >= blocks.length || owner == rank || blocks[owner] == null) {
      return;
    }
    Failure[] known = losses == null ? new Failure[blocks.length] : losses.clone();
    RemoteBlock[] kept = lost == null ? new RemoteBlock[blocks.length] : lost;
    RemoteBlock[] rest = blocks.clone();
    known[owner] = failure;
    kept[owner] = blocks[owner];
    rest[owner] = null;
    losses = known;
    lost = kept;
    VarHandle.releaseFence(); // a thread that misses the block sees why, and the other blocks
    blocks = rest;
  }

  @SuppressWarnings("ReferenceEquality") // the two empty arrays differ only by identity
  private ArmciException noBlock(int target, int ranks, String operation) {
    if (blocks == CLOSED) {
      return RankRuntime.closed(operation, rank);
    }
    return new ArmciException(
        ranks == 0
            ? Text.format("%s by rank %d: global memory %s has been freed", operation, rank, name)
            : Text.format(
                "%s by rank %d: there is no rank %d, ranks are 0 to %d",
                operation, rank, target, ranks - 1));
  }

  /**
   * Throws if {@code operation} of {@code owner} cannot end this memory: it has ended already, or
   * has another owner.
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
   * Ends this rank's access through this object when its owner frees it. Returns a new object that
   * holds the blocks.
   */
  GlobalMemory retire() {
    return replace(FREED);
  }

  /** Ends this rank's access through this object when the runtime closes; as {@link #retire}. */
  GlobalMemory close() {
    return replace(CLOSED);
  }

  private synchronized GlobalMemory replace(RemoteBlock[] none) {
    RemoteBlock[] all = blocks.clone();
    for (int owner = 0; lost != null && owner < all.length; owner++) {
      all[owner] = all[owner] == null ? lost[owner] : all[owner];
    }
    blocks = none;
    return new GlobalMemory(name, rank, origin, tickets, all);
  }

  /**
   * Detaches this rank from all blocks of {@linkplain #retire retired} memory. A failure of one
   * block does not keep the others attached.
   *
   * @return false when copies of other threads still use some blocks, which stay attached: call
   *     again
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
