package org.armci4j.arrays;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Hands out numbered tasks to the ranks of a group, each task once. A rank first takes the tasks of
 * its own share, one after the other, and then those that are left in the shares of others. Shares
 * are equal, and hold tasks that follow each other.
 *
 * <pre>{@code
 * try (TaskPool tasks = arrays.taskPool(1000)) {
 *   for (long task = tasks.next(); task != TaskPool.NONE; task = tasks.next()) {
 *     compute(task);
 *   }
 *   arrays.sync();
 * }
 * }</pre>
 *
 * <p>Each rank has a counter, to which any rank adds. So a rank takes no part when others take its
 * tasks. A task that a failed rank has taken is lost.
 *
 * <p>Source: the task counters of Global Arrays' programs ({@code NGA_Read_inc}), with one for each
 * rank, so that most additions are to a rank's own memory.
 */
public final class TaskPool implements AutoCloseable {
  /** Result of {@link #next} when all tasks have been taken. */
  public static final long NONE = -1;

  private final GlobalArrays home;

  /** The first task of each rank's share, and behind them the number of all tasks. */
  private final long[] starts;

  /** Describes what a task is; the same on all ranks. */
  private final int description;

  /** The number of tasks of each rank of the group that ranks have asked for. */
  private final LongArray asked;

  /**
   * The number of ranks, from this one on, that have no tasks left; the next one is asked first.
   */
  private final AtomicInteger emptied = new AtomicInteger();

  /** Creates a pool in which no task is taken. Collective. */
  TaskPool(GlobalArrays home, long[] starts, int description) {
    this.home = home;
    this.starts = starts;
    this.description = description;
    this.asked = home.array(home.group().size()).name("tasks").longs();
    try {
      requireSame();
    } catch (ArmciException e) {
      asked.close();
      throw e;
    }
  }

  /** Returns the shares of equal size. */
  static long[] shares(long tasks, int ranks) {
    long[] starts = new long[ranks + 1];
    for (int rank = 0; rank <= ranks; rank++) {
      starts[rank] = tasks / ranks * rank + Math.min(rank, tasks % ranks);
    }
    return starts;
  }

  /** Throws on every rank, if the ranks describe different tasks. */
  private void requireSame() {
    long[] mine = {size(), Arrays.hashCode(starts), description};
    long[] all = new long[mine.length * home.group().size()];
    int other = home.firstUnlike(mine, all);
    if (other >= 0) {
      throw asked.refusal(
          "create",
          Text.format(
              "rank %d of the group has %d tasks, and rank 0 has %d, or tasks of other sizes",
              other, all[other * mine.length], all[0]));
    }
  }

  /**
   * Returns the number of all tasks.
   *
   * @return as many as at the creation
   */
  public long size() {
    return starts[starts.length - 1];
  }

  /**
   * Takes a task. Not collective; any thread may call.
   *
   * @return its number, from 0, which no other call returns before the next {@link #reset}; {@link
   *     #NONE} when all tasks have been taken
   * @throws ArmciException when the pool is closed
   * @throws RankFailedException when a rank whose tasks are asked for has failed
   */
  public long next() {
    asked.requireOpen("next");
    int ranks = home.group().size();
    for (int gone = emptied.get(); gone < ranks; gone = emptied.get()) {
      int rank = (home.group().rank() + gone) % ranks;
      long tasks = starts[rank + 1] - starts[rank];
      if (gone == 0 || asked.get(rank) < tasks) {
        long task = asked.fetchAndAdd(1, rank);
        if (task < tasks) {
          return starts[rank] + task;
        }
      }
      emptied.compareAndSet(gone, gone + 1); // another thread may have seen it too
    }
    return NONE;
  }

  /**
   * Puts all tasks back. Collective; begins and ends with {@link GlobalArrays#sync}.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the pool is closed
   */
  public void reset() {
    asked.requireOpen("reset");
    home.sync();
    asked.put(0, home.group().rank());
    emptied.set(0);
    home.sync();
  }

  /**
   * Frees the counters. Collective, but waits for no rank. A second call does nothing.
   *
   * @throws RankFailedException when a rank fails meanwhile
   */
  @Override
  public void close() {
    asked.close();
  }

  @Override
  public String toString() {
    return Text.format("TaskPool[%d tasks]", size());
  }
}
