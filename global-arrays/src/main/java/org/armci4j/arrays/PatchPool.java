package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Hands out the elements of an array in patches, each patch to one rank. A rank first takes the
 * patches of its own blocks, and then those that are left in the blocks of others. No patch reaches
 * over the end of a block, so that each has one owner.
 *
 * <pre>{@code
 * try (PatchPool patches = a.patchPool(64, 64)) {
 *   for (Patch patch = patches.next(); patch != null; patch = patches.next()) {
 *     compute(patch);
 *   }
 *   a.sync();
 * }
 * }</pre>
 *
 * <p>{@link TaskPool} says how patches go from rank to rank.
 */
public final class PatchPool implements AutoCloseable {
  private final Distribution distribution;
  private final long[] sizes;

  /** The first patch of each rank, and behind them the number of all patches. */
  private final long[] starts;

  private final TaskPool tasks;

  /**
   * The patches of the rank whose patch was taken last; calls that follow often need them again.
   */
  private volatile RankPatches last;

  /**
   * The patches of a rank's blocks.
   *
   * @param firsts how many of them lie before each block, and all of them
   */
  private record RankPatches(int rank, long[] firsts) {}

  /** Creates a pool in which no patch is taken. Collective. */
  PatchPool(GlobalArray<?> array, long[] sizes) {
    this.distribution = array.distribution();
    this.sizes = sizes;
    int ranks = array.group().size();
    this.starts = new long[ranks + 1];
    for (int rank = 0; rank < ranks; rank++) {
      starts[rank + 1] = starts[rank];
      for (Patch block : distribution.blocks(rank)) {
        starts[rank + 1] += patches(block);
      }
    }
    this.last = patchesOf(array.group().rank());
    this.tasks = new TaskPool(array.home(), starts, Arrays.hashCode(sizes));
  }

  private RankPatches patchesOf(int rank) {
    List<Patch> blocks = distribution.blocks(rank);
    long[] firsts = new long[blocks.size() + 1];
    for (int i = 0; i < blocks.size(); i++) {
      firsts[i + 1] = firsts[i] + patches(blocks.get(i));
    }
    return new RankPatches(rank, firsts);
  }

  /** Returns the number of patches of a block. */
  private long patches(Patch block) {
    long patches = 1;
    for (int d = 0; d < sizes.length; d++) {
      patches *= patches(block, d);
    }
    return patches;
  }

  /** Returns the number of patches of a block along a dimension. */
  private long patches(Patch block, int dimension) {
    return Math.ceilDiv(block.extent(dimension), sizes[dimension]);
  }

  /**
   * Returns the number of all patches.
   *
   * @return the same on every rank
   */
  public long size() {
    return tasks.size();
  }

  /**
   * Takes a patch. Not collective; any thread may call.
   *
   * @return a patch that no other call returns before the next {@link #reset}; null when all have
   *     been taken
   * @throws ArmciException when the pool is closed
   * @throws RankFailedException when a rank whose patches are asked for has failed
   */
  public Patch next() {
    long task = tasks.next();
    if (task == TaskPool.NONE) {
      return null;
    }
    int rank = 0;
    while (starts[rank + 1] <= task) {
      rank++;
    }
    RankPatches patches = last;
    if (patches.rank() != rank) {
      patches = patchesOf(rank);
      last = patches;
    }
    long number = task - starts[rank];
    int found = Arrays.binarySearch(patches.firsts(), number);
    int slot = found < 0 ? -found - 2 : found;
    return patch(distribution.patch(rank, slot), number - patches.firsts()[slot]);
  }

  /** Returns a patch of a block by its row-major number. */
  private Patch patch(Patch block, long number) {
    long[] lower = new long[sizes.length];
    long rest = number;
    for (int d = sizes.length - 1; d >= 0; d--) {
      long along = patches(block, d);
      lower[d] = block.lower(d) + rest % along * sizes[d];
      rest /= along;
    }
    return Patch.at(lower).size(sizes).intersection(block);
  }

  /**
   * Puts all patches back. Collective; begins and ends with {@link GlobalArrays#sync}.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the pool is closed
   */
  public void reset() {
    tasks.reset();
  }

  /**
   * Frees the counters. Collective, but waits for no rank. A second call does nothing.
   *
   * @throws RankFailedException when a rank fails meanwhile
   */
  @Override
  public void close() {
    tasks.close();
  }

  @Override
  public String toString() {
    return Text.format("PatchPool[%d patches of %s]", size(), Distribution.text(sizes));
  }
}
