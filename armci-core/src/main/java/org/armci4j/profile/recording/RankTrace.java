package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * What the threads of one rank did, one after the other, as a file carries it to the launcher.
 *
 * @param rank the rank
 * @param host what the rank's host is named; times of one host have one clock
 * @param clock how far the host's clock is ahead, if this rank has compared it
 * @param startNanos when the rank had opened its runtime, by {@link System#nanoTime}
 * @param kinds its kinds of collectives, by whose keys the spans of one call are found
 * @param threads its threads, and its nonblocking collectives, which may overlap
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RankTrace(
    int rank,
    String host,
    ClockReading[] clock,
    long startNanos,
    CollectiveKind[] kinds,
    ThreadTrace[] threads)
    implements Serializable {

  /** End of the name of a rank's file. */
  public static final String FILE_END = ".trace";

  /**
   * What one thread did: operations, waits and collectives, in the order of their ends.
   *
   * @param thread the thread's name
   * @param dropped number of spans that came before those that are kept
   * @param names what each is
   * @param peers the other rank of each, or the root; negative if there is none or it is not known
   * @param bytes the bytes of each call; 0 for waits
   * @param calls for how many calls each stands: itself, and short transfers or fences before it
   *     that were not timed
   * @param starts the begin of each, by {@link System#nanoTime}
   * @param nanos how long each took
   * @param roles what each has to do with a word of memory
   * @param words keys of the words, or of the kinds of collectives, the same on all ranks; 0 where
   *     there is none
   * @param values what each sets or adds, or with what it compares; of a collective its number
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record ThreadTrace(
      String thread,
      long dropped,
      String[] names,
      int[] peers,
      long[] bytes,
      int[] calls,
      long[] starts,
      long[] nanos,
      WordRole[] roles,
      long[] words,
      long[] values)
      implements Serializable {}
}
