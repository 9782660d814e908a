package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.arrays.PatchChecks.PatchOperation;
import org.armci4j.strided.PlanCache;
import org.armci4j.strided.Strided;
import org.armci4j.strided.TransferPlan;

/**
 * Moves patches between one array and local buffers: one transfer for each block. A piece without
 * gaps is a contiguous transfer, any other a strided one with a plan that {@link Strided}
 * remembers.
 */
final class PatchTransfers {
  private final Armci armci;
  private final Strided strided;
  private final PlanCache plans;
  private final GlobalMemory memory;

  /** The rank in the job of each member of the group. */
  private final int[] ranks;

  private final Distribution distribution;
  private final BlockLayout layout;

  /** A walk that no thread uses. A second thread at the same time makes another one. */
  private final AtomicReference<PatchWalk> idle = new AtomicReference<>();

  PatchTransfers(
      GlobalArrays home, GlobalMemory memory, Distribution distribution, BlockLayout layout) {
    this.armci = home.armci();
    this.strided = home.strided();
    this.plans = home.plans();
    this.ranks = home.ranks();
    this.memory = memory;
    this.distribution = distribution;
    this.layout = layout;
  }

  /**
   * Moves a patch that has elements and fits the array and the buffer.
   *
   * @param sum the accumulation, for an accumulate
   * @param handle takes the operations; null to wait for them
   */
  void move(
      PatchPattern pattern,
      PatchOperation operation,
      Accumulation sum,
      Patch patch,
      LocalBuffer<?> buffer,
      Handle handle) {
    PatchWalk walk = take();
    walk.start(pattern, patch, buffer);
    MemorySegment local = buffer.segment();
    if (handle != null) {
      startAll(operation, sum, walk, local, handle);
    } else if (walk.hasSeveralPieces()) {
      moveAll(operation, sum, walk, local);
    } else {
      moveOne(operation, sum, walk, local);
    }
    idle.setRelease(walk);
  }

  private PatchWalk take() {
    PatchWalk walk = idle.getAndSet(null);
    return walk == null ? new PatchWalk(distribution, layout, armci.newHandle()) : walk;
  }

  /** Returns whether loads and stores reach all owners of a patch that has elements. */
  boolean isDirect(PatchPattern pattern, Patch patch, LocalBuffer<?> buffer) {
    PatchWalk walk = take();
    walk.start(pattern, patch, buffer);
    boolean direct;
    do {
      direct = memory.view(ranks[walk.owner()]) != null;
    } while (direct && walk.next());
    idle.setRelease(walk);
    return direct;
  }

  /** Waits for all pieces together, so that their ways over a network overlap. */
  private void moveAll(
      PatchOperation operation, Accumulation sum, PatchWalk walk, MemorySegment local) {
    Handle handle = walk.handle();
    try {
      startAll(operation, sum, walk, local, handle);
    } catch (RuntimeException e) {
      endAfter(e, handle);
      throw e;
    }
    handle.await();
  }

  /**
   * Waits for the operations under way: the caller may use the local buffer after the exception.
   */
  private static void endAfter(RuntimeException cause, Handle handle) {
    try {
      handle.await();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private void startAll(
      PatchOperation operation,
      Accumulation sum,
      PatchWalk walk,
      MemorySegment local,
      Handle handle) {
    do {
      start(operation, sum, walk, local, handle);
    } while (walk.next());
  }

  /** Moves the only piece, whose blocking call is quicker than a handle. */
  private void moveOne(
      PatchOperation operation, Accumulation sum, PatchWalk walk, MemorySegment local) {
    int rank = ranks[walk.owner()];
    long from = walk.localOffset();
    long to = walk.remoteOffset();
    if (walk.levels() == 0) {
      long size = walk.counts[0];
      switch (operation) {
        case PUT -> armci.put(local, from, memory, rank, to, size);
        case GET -> armci.get(memory, rank, to, local, from, size);
        case ACCUMULATE -> armci.accumulate(sum, local, from, memory, rank, to, size);
      }
    } else {
      TransferPlan plan = plan(walk);
      switch (operation) {
        case PUT -> strided.put(local, from, memory, rank, to, plan);
        case GET -> strided.get(memory, rank, to, local, from, plan);
        case ACCUMULATE -> strided.accumulate(sum, local, from, memory, rank, to, plan);
      }
    }
  }

  private void start(
      PatchOperation operation,
      Accumulation sum,
      PatchWalk walk,
      MemorySegment local,
      Handle handle) {
    int rank = ranks[walk.owner()];
    long from = walk.localOffset();
    long to = walk.remoteOffset();
    if (walk.levels() == 0) {
      long size = walk.counts[0];
      switch (operation) {
        case PUT -> armci.nbPut(local, from, memory, rank, to, size, handle);
        case GET -> armci.nbGet(memory, rank, to, local, from, size, handle);
        case ACCUMULATE -> armci.nbAccumulate(sum, local, from, memory, rank, to, size, handle);
      }
    } else {
      TransferPlan plan = plan(walk);
      switch (operation) {
        case PUT -> strided.nbPut(local, from, memory, rank, to, plan, handle);
        case GET -> strided.nbGet(memory, rank, to, local, from, plan, handle);
        case ACCUMULATE -> strided.nbAccumulate(sum, local, from, memory, rank, to, plan, handle);
      }
    }
  }

  /** Starts transfers, and waits for them together. */
  void together(Consumer<Handle> start) {
    Handle own = armci.newHandle();
    try {
      start.accept(own);
    } catch (RuntimeException e) {
      endAfter(e, own);
      throw e;
    }
    own.await();
  }

  private TransferPlan plan(PatchWalk walk) {
    return plans.plan(walk.localStrides, walk.remoteStrides, walk.counts, walk.levels());
  }
}
