package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * A snapshot of a rank's calls of one kind of collective in one group.
 *
 * @param group a number that the members of the group have in common
 * @param label the collective's name
 * @param calls number of calls
 * @param nanos time in them
 * @param stride each so many calls one time is kept, beginning with the first
 * @param entries when the rank came to those calls, by {@link System#nanoTime}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CollectiveProfile(
    int group, String label, long calls, long nanos, long stride, long[] entries)
    implements Serializable {

  /**
   * Returns when the rank came to a call.
   *
   * @param call number of the call, from 0
   * @return the time, or {@link Long#MIN_VALUE} where it is not known
   */
  public long entry(long call) {
    return call % stride == 0 && call / stride < entries.length
        ? entries[(int) (call / stride)]
        : Long.MIN_VALUE;
  }
}
