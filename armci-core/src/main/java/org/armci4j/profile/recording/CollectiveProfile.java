package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * A snapshot of a rank's calls of one kind of collective in one group.
 *
 * @param kind the kind
 * @param calls number of calls
 * @param nanos time in them; of nonblocking ones the time in starts and waits
 * @param stride each so many calls one time is kept, beginning with the first
 * @param entries when the rank came to those calls, by {@link System#nanoTime}
 * @param waits since when the rank has waited for their ends: of blocking calls since it came, of
 *     those that were complete before any wait since the end
 * @param exits when they ended; a call that is under way has its entry
 * @param roots their roots as ranks of the job; negative for those without one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CollectiveProfile(
    CollectiveKind kind,
    long calls,
    long nanos,
    long stride,
    long[] entries,
    long[] waits,
    long[] exits,
    int[] roots)
    implements Serializable {
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
