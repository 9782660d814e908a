package org.armci4j.profile.recording;

import java.io.Serializable;
import java.util.HashMap;
import org.armci4j.profile.Counters;

/**
 * What one rank has recorded by some moment, as a file carries it to the launcher.
 *
 * @param rank the rank
 * @param host what the rank's host is named; times of one host have one clock
 * @param nanos time since the rank had opened its runtime
 * @param isClosed whether the rank has closed its runtime
 * @param numbers the numbers of its {@link #counters}
 * @param main time of each activity in the thread that opened the runtime, in nanoseconds
 * @param others the same of all other threads together
 * @param waitedFor nanoseconds of waits of all threads for each rank, where the rank is known
 * @param lines nanoseconds of the program's source lines
 * @param collectives its collectives
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RankProfile(
    int rank,
    String host,
    long nanos,
    boolean isClosed,
    long[] numbers,
    long[] main,
    long[] others,
    long[] waitedFor,
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
    return new Counters(rank, waitedFor.length, numbers);
  }
}
