package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * A snapshot of a rank's calls of one kind of collective in one group.
 *
 * @param group a number that the members of the group have in common
 * @param members the group's size; {@link #OTHER_GROUPS} for all groups that are not told apart,
 *     whose calls cannot be compared
 * @param label the collective's name
 * @param flow who waits for whom in it
 * @param place this rank's place in the group
 * @param calls number of calls
 * @param nanos time in them
 * @param stride each so many calls one time is kept, beginning with the first
 * @param entries when the rank came to those calls, by {@link System#nanoTime}
 * @param exits when it left them; a call that is under way has its entry
 * @param roots their roots as ranks of the job; negative for those without one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CollectiveProfile(
    int group,
    int members,
    String label,
    CollectiveFlow flow,
    int place,
    long calls,
    long nanos,
    long stride,
    long[] entries,
    long[] exits,
    int[] roots)
    implements Serializable {
  /** Stands for the size of all groups that are not told apart. */
  public static final int OTHER_GROUPS = 0;

  /**
   * Returns where a call is among those that are kept.
   *
   * @param call number of the call, from 0
   * @return the index in {@link #entries}, or −1 where the call is not kept
   */
  public int index(long call) {
    return call % stride == 0 && call / stride < entries.length ? (int) (call / stride) : -1;
  }
}
