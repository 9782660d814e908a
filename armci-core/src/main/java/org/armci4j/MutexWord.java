package org.armci4j;

/**
 * One rank's view of the word at a mutex's host that says who holds the mutex. The lower half holds
 * the holder (rank + 1, 0 for none), the upper half the rank that has asked for it and gets it next
 * (rank + 1, 0 for none).
 *
 * <p>The word alone excludes: every change is a compare-and-swap of this word. So ranks of a queue
 * and ranks that poll may use it together, and what a failed rank leaves undone elsewhere breaks no
 * exclusion. A rank that the job takes for failed may be alive and silent, and may still change the
 * word. Such a change looks as if the rank had failed a moment later, or it fails: a rank gives up
 * only a mutex that the word says is the rank's.
 */
abstract class MutexWord {
  /** The mutex is this rank's. */
  static final int TAKEN = -1;

  /** Rank 0 holds the mutex; less by the number of another holder. */
  private static final int BUSY = -2;

  private static final int NEXT_SHIFT = 32;
  private static final long HOLDER = (1L << NEXT_SHIFT) - 1;

  /** This rank as the word holds it. */
  private final long me;

  /**
   * @param rank this rank
   */
  MutexWord(int rank) {
    this.me = rank + 1L;
  }

  private static int busy(long holder) {
    return BUSY - ((int) holder - 1);
  }

  /** Returns the holder of a mutex of which a method here has told that another rank holds it. */
  static int holder(int result) {
    return BUSY - result;
  }

  /** Changes the word if it is as expected, and returns the previous word. */
  abstract long change(long expected, long word);

  /** Returns whether the job goes on without a rank. */
  abstract boolean isLost(int rank);

  private boolean isGone(long entry) {
    return entry != 0 && isLost((int) entry - 1);
  }

  /**
   * Takes the mutex if it is free or its holder is lost. The rank that was to get it next then
   * finds by a poll that it is not, and asks again.
   *
   * @return {@link #TAKEN}; the lost rank, not negative, that the mutex was taken from; or less
   *     than {@link #TAKEN}, see {@link #holder}
   */
  int tryTake() {
    long seen = change(0, me);
    return seen == 0 ? TAKEN : takeFromLost(seen);
  }

  private int takeFromLost(long seen) {
    long holder = seen & HOLDER;
    if (isGone(holder) && change(seen, me) == seen) {
      return (int) holder - 1;
    }
    return busy(holder);
  }

  /**
   * Tries to take the mutex, as {@link #tryTake}, or to become the next rank. For ranks that poll,
   * whose polls find that a holder has handed the mutex over.
   */
  int poll() {
    long seen = change(0, me);
    if (seen == 0 || (seen & HOLDER) == me) {
      return TAKEN;
    }
    long holder = seen & HOLDER;
    if (isGone(holder)) {
      return takeFromLost(seen);
    }
    if (seen >>> NEXT_SHIFT == 0) {
      change(seen, holder | me << NEXT_SHIFT);
    }
    return busy(holder);
  }

  /**
   * Takes the free mutex, or becomes the next rank, for the first rank of the queue.
   *
   * @return {@link #TAKEN}; the holder, not negative, which hands the mutex over; or less than
   *     {@link #TAKEN} when another rank is next, one that polls
   */
  int askAsFirst() {
    long seen = change(0, me);
    while (seen != 0) {
      if (seen >>> NEXT_SHIFT != 0) {
        return busy(seen & HOLDER);
      }
      long holder = seen;
      seen = change(holder, holder | me << NEXT_SHIFT);
      if (seen == holder) {
        return (int) holder - 1;
      }
      if (seen == 0) {
        seen = change(0, me);
      }
    }
    return TAKEN;
  }

  /**
   * Gives the mutex up, unless another rank has taken it from this one, which the job takes for
   * failed.
   *
   * @return the next rank, which holds it now and is to be told; negative for none
   */
  int giveUp() {
    long seen = change(me, 0);
    if (seen == me || (seen & HOLDER) != me) {
      return -1;
    }
    // Nobody else changes the word while it names a living holder and a next rank.
    long next = seen >>> NEXT_SHIFT;
    long heir = isGone(next) ? 0 : next;
    change(seen, heir);
    return (int) heir - 1;
  }
}
