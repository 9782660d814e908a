package org.armci4j.profile.recording;

/**
 * What one thread spends its time in, by parts of the time since its begin. There are {@value
 * #PARTS} parts: when the time has passed them all, each becomes twice as long.
 */
final class Timeline {
  private static final int PARTS = 256;
  private static final long FIRST_PART_NANOS = 1_000_000;
  private static final int ACTIVITIES = Activity.values().length;

  private final long startNanos;
  private final long[] cells = new long[PARTS * ACTIVITIES];
  private long partNanos = FIRST_PART_NANOS;

  Timeline(long startNanos) {
    this.startNanos = startNanos;
  }

  /**
   * Adds the time of an activity. The times of others that it stands for are in the same parts: a
   * part of which only some calls are timed may have more time in sum than its length.
   *
   * @param sumNanos the time of all calls for which this one stands
   */
  synchronized void add(Activity activity, long start, long nanos, long sumNanos) {
    long from = Math.max(start - startNanos, 0);
    long left = nanos;
    while (left > 0) {
      while (from >= PARTS * partNanos) {
        doubleParts();
      }
      long here = Math.min(left, partNanos - from % partNanos);
      cells[(int) (from / partNanos) * ACTIVITIES + activity.index()] +=
          (long) (here * (double) sumNanos / nanos);
      from += here;
      left -= here;
    }
  }

  private void doubleParts() {
    for (int part = 0; part < PARTS; part++) {
      for (int i = 0; i < ACTIVITIES; i++) {
        boolean hasSource = part < PARTS / 2;
        long sum = hasSource ? cell(2 * part, i) + cell(2 * part + 1, i) : 0;
        cells[part * ACTIVITIES + i] = sum;
      }
    }
    partNanos *= 2;
  }

  private long cell(int part, int activity) {
    return cells[part * ACTIVITIES + activity];
  }

  synchronized TimelineProfile profile() {
    return new TimelineProfile(startNanos, partNanos, cells.clone());
  }
}
