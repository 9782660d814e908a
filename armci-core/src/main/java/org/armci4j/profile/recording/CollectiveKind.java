package org.armci4j.profile.recording;

import java.io.Serializable;

/**
 * Names the calls of one kind of collective in one group. The n-th call of a kind is the same call
 * on all members.
 *
 * @param group a number that the members of the group have in common
 * @param members the group's size; {@link #OTHER_GROUPS} for all groups that are not told apart,
 *     whose calls cannot be compared
 * @param label the collective's name
 * @param flow who waits for whom in it
 * @param place this rank's place in the group
 */
public record CollectiveKind(int group, int members, String label, CollectiveFlow flow, int place)
    implements Serializable {
  /** Stands for the size of all groups that are not told apart. */
  public static final int OTHER_GROUPS = 0;

  /**
   * Returns a number that all members have in common for this kind, and for no other.
   *
   * @return a hash
   */
  public long key() {
    return ((long) group << Integer.SIZE) | Integer.toUnsignedLong(31 * members + label.hashCode());
  }
}
