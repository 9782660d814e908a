package org.armci4j.profile.recording;

import java.io.Serializable;
import java.util.HashMap;
import org.armci4j.profile.Counters;

/**
 * What one rank has recorded by some moment, as a file carries it to the launcher.
 *
 * @param rank the rank
 * @param host what the rank's host is named; times of one host have one clock
 * @param clock how far the host's clock is ahead, if this rank has compared it
 * @param nanos time since the rank had opened its runtime
 * @param isClosed whether the rank has closed its runtime
 * @param numbers the numbers of its {@link #counters}
 * @param main time of each activity in the thread that opened the runtime, in nanoseconds
 * @param mainEstimated how much of it is estimated, as not all calls were timed
 * @param others as {@code main}, of all other threads together
 * @param othersEstimated how much of that is estimated
 * @param waitedFor for each activity that is a wait, one after the other, the nanoseconds of all
 *     threads for each rank, where the wait itself knows the rank
 * @param words waits for words of memory, and signals, which tell whom other waits were for
 * @param timeline what the thread that opened the runtime did when
 * @param lines nanoseconds of the program's source lines
 * @param collectives its collectives
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RankProfile(
    int rank,
    String host,
    ClockReading[] clock,
    long nanos,
    boolean isClosed,
    long[] numbers,
    long[] main,
    long[] mainEstimated,
    long[] others,
    long[] othersEstimated,
    long[] waitedFor,
    WordProfile words,
    TimelineProfile timeline,
    HashMap<String, Long> lines,
    CollectiveProfile[] collectives)
    implements Serializable {

  /** End of the name of a rank's file, whose first word is the rank. */
  public static final String FILE_END = ".profile";

  /**
   * Returns what the rank has counted.
   *
   * @return its operations and bytes
   */
  public Counters counters() {
    return new Counters(rank, ranks(), numbers);
  }

  /**
   * Returns the number of ranks of the job.
   *
   * @return at least 1
   */
  public int ranks() {
    return waitedFor.length / Activity.values().length;
  }

  /**
   * Returns how long a rank was waited for, where the wait itself knows the rank.
   *
   * @param activity a kind of waits
   * @param peer the rank that was waited for
   * @return nanoseconds of all threads
   */
  public long waitedFor(Activity activity, int peer) {
    return waitedFor[activity.index() * ranks() + peer];
  }
}
