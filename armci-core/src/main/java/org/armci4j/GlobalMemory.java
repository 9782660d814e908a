package org.armci4j;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;

/**
 * Memory that every rank can address as (rank, offset): each rank gave one block, whose size may
 * differ, in a collective {@link Armci#allocate}. It lives until the collective {@link Armci#free}
 * or the end of the runtime.
 *
 * <p>Blocks start as zeros and lie at page boundaries, so an offset that is a multiple of 8 is an
 * aligned word. Any thread may use this object.
 */
public final class GlobalMemory {
  private static final RemoteBlock[] NONE = {};

  private final String name;
  private final int rank;

  /**
   * By rank, null for ranks that gave no block; {@link #NONE} after the memory is freed, so that
   * one test of the index finds bad ranks and freed memory. Plain: a thread that races with free
   * may still see the old blocks, and then the closed segments behind them refuse.
   */
  private RemoteBlock[] blocks;

  GlobalMemory(String name, int rank, RemoteBlock[] blocks) {
    this.name = name;
    this.rank = rank;
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
   * The memory's name, equal on all ranks, as messages show it.
   *
   * @return a name that no other memory of the job has
   */
  public String name() {
    return name;
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
          "%s by rank %d: rank %d gave no block to global memory %s"
              .formatted(operation, rank, target, name));
    }
    return block;
  }

  private ArmciException noBlock(int target, int ranks, String operation) {
    return new ArmciException(
        ranks == 0
            ? "%s by rank %d: global memory %s has been freed, or its runtime closed"
                .formatted(operation, rank, name)
            : "%s by rank %d: there is no rank %d, ranks are 0 to %d"
                .formatted(operation, rank, target, ranks - 1));
  }

  /** Ends this rank's access through this object; the blocks go on, in the one that is returned. */
  GlobalMemory retire() {
    GlobalMemory rest = new GlobalMemory(name, rank, blocks);
    blocks = NONE;
    return rest;
  }

  /** Ends this rank's access. A second call does nothing. */
  void detach() {
    RemoteBlock[] all = blocks;
    blocks = NONE;
    for (RemoteBlock block : all) {
      if (block != null) {
        block.detach();
      }
    }
  }

  @Override
  public String toString() {
    return "GlobalMemory[" + name + "]";
  }
}
