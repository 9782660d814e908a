package org.armci4j;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.Release;
import org.slf4j.LoggerFactory;

/** Keeps the global memory of one rank's runtime until no rank and no thread can use it. */
final class RankMemories {
  /** Longest wait of free and close for copies that other threads are making. */
  private static final long RELEASE_NANOS = 2_000_000_000L;

  private final int rank;
  private final Transport transport;
  private final LostRanks lost;
  private final Set<GlobalMemory> memories = ConcurrentHashMap.newKeySet();

  /**
   * Memory that this rank has given up but that stays mapped: other ranks may use it until the end,
   * or a copy of another thread still uses it.
   */
  private final Queue<GlobalMemory> retired = new ConcurrentLinkedQueue<>();

  private final Queue<LeftGroup> leftGroups = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean looksAtLeftGroups = new AtomicBoolean();

  RankMemories(int rank, Transport transport, LostRanks lost) {
    this.rank = rank;
    this.transport = transport;
    this.lost = lost;
  }

  /** Keeps memory of this rank. A rank may have been lost while it was made. */
  GlobalMemory kept(GlobalMemory memory) {
    memories.add(memory);
    goOnWithout(memory);
    return memory;
  }

  /** Ends this rank's accesses to the blocks of ranks that are lost. */
  void goOnWithoutLost() {
    memories.forEach(this::goOnWithout);
  }

  private void goOnWithout(GlobalMemory memory) {
    lost.all().forEach(loss -> memory.lose(loss.failure()));
  }

  /**
   * Ends this rank's access to memory that {@link RankRuntime#requireEndedBy} has checked. Blocks
   * that a copy of another thread uses beyond a time limit stay mapped until the runtime closes.
   */
  void free(GlobalMemory memory) {
    if (memories.remove(memory)) {
      GlobalMemory rest = memory.retire();
      retired.add(rest);
      detachAll("free", List.of(rest));
      retired.remove(rest);
    }
  }

  /**
   * Ends this rank's access to memory that other ranks may still use.
   *
   * @return the memory, for {@link #freeRetired} when they no longer do; null when it is freed, as
   *     this transport's memory outlives its owner, or was so before
   */
  GlobalMemory retire(GlobalMemory memory) {
    if (transport.capabilities().memoryOutlivesOwner()) {
      free(memory);
      return null;
    }
    if (!memories.remove(memory)) {
      return null;
    }
    GlobalMemory rest = memory.retire();
    retired.add(rest);
    return rest;
  }

  /**
   * Frees memory that {@link #retire} has returned. What a copy of another thread uses beyond a
   * time limit stays mapped until the runtime closes, and is no error of the caller's, who waits
   * for other ranks or allocates.
   */
  void freeRetired(List<GlobalMemory> ended) {
    List<GlobalMemory> inUse = Release.all(ended, GlobalMemory::detach, RELEASE_NANOS);
    ended.stream().filter(memory -> !inUse.contains(memory)).forEach(retired::remove);
    if (!inUse.isEmpty()) {
      LoggerFactory.getLogger(RankMemories.class)
          .warn("rank {} keeps {}, which copies by other threads still use", rank, inUse);
    }
  }

  /** Keeps the memory of a group that this rank has closed until all members have. */
  void leave(LeftGroup group) {
    leftGroups.add(group);
    freeLeftGroups();
  }

  /**
   * Frees the memory of groups that all members have closed. One thread at a time: what it frees,
   * another one must not look at.
   */
  void freeLeftGroups() {
    if (leftGroups.isEmpty() || !looksAtLeftGroups.compareAndSet(false, true)) {
      return;
    }
    try {
      leftGroups.removeIf(group -> lost.among(group.ranks()) != null); // kept until the end
      List<LeftGroup> over = leftGroups.stream().filter(RankMemories::isLeftByAll).toList();
      leftGroups.removeAll(over);
      freeRetired(over.stream().flatMap(group -> group.memories().stream()).toList());
    } finally {
      looksAtLeftGroups.set(false);
    }
  }

  private static boolean isLeftByAll(LeftGroup group) {
    try {
      return group.barrier().isLeftByAll();
    } catch (RankFailedException lost) {
      return false;
    }
  }

  /** Ends this rank's access to all memory, which stays mapped for other ranks. */
  void closeAll() {
    for (GlobalMemory memory : memories) {
      retired.add(memory.close());
    }
  }

  /** Unmaps all memory that no copy uses, then throws if a copy still uses some. */
  void detachRetired() {
    detachAll("close", List.copyOf(retired));
  }

  private void detachAll(String operation, List<GlobalMemory> ended) {
    List<GlobalMemory> inUse = Release.all(ended, GlobalMemory::detach, RELEASE_NANOS);
    if (!inUse.isEmpty()) {
      throw new ArmciException(
          Text.format(
                  "%s by rank %d: copies by other threads still use %s after %d ms",
                  operation, rank, inUse, RELEASE_NANOS / 1_000_000)
              + ", so it stays mapped; end them first");
    }
  }
}
