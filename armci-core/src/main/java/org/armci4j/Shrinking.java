package org.armci4j;

import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * The protocol by which the members that are left make a group of them. They agree on who is left,
 * each makes its part, and they agree on whether all parts are there. If one more member has failed
 * meanwhile, some parts may be there and others not: each member then discards its part and begins
 * again without the failed one. As all take each decision by an agreement, all take the same.
 *
 * <p>Ends: each further round lacks a member that the round before had. One that fails after it has
 * said that it has its part counts in that round, and is missed at the beginning of the next.
 *
 * @param <G> the group
 */
abstract class Shrinking<G> {
  /** Agrees with those of the members that are left. */
  abstract Agreement agree(String key, int[] members, boolean flag);

  /**
   * Makes this rank's part of the group.
   *
   * @param key names it; the same at all members, and no other group's
   * @throws ArmciException when it cannot be made, as when a member has failed
   */
  abstract G make(String key, int[] members);

  /** Lets go of a part, as other members do not have theirs. */
  abstract void discard(G made);

  /**
   * Returns the group of the members that are left.
   *
   * @param key names this shrinking; the same at all members
   * @throws ArmciException when a member that is left cannot make its part
   */
  final G shrink(String key, int[] members) {
    int[] left = members;
    ArmciException fault = null;
    for (int round = 0; ; round++) {
      int before = left.length;
      left = without(left, agree(leftKey(key, round), left, true).gone());
      if (round > 0 && left.length == before) { // so the reason was no further failure
        throw new ArmciException(
            Text.format(
                "shrink: not all of the ranks %s that are left can make their part of the group",
                Arrays.toString(left)),
            fault);
      }
      G made = null;
      try {
        made = make(Text.format("%s, %d", key, round), left);
      } catch (ArmciException cannot) {
        fault = cannot; // perhaps not on all members
      }
      Agreement after = agree(Text.format("%s, made %d", key, round), left, made != null);
      if (after.all() && after.gone().isEmpty()) {
        return made;
      }
      if (made != null) {
        discard(made);
      }
    }
  }

  /** Returns the key of the first agreement of a shrinking. */
  static String firstKey(String key) {
    return leftKey(key, 0);
  }

  private static String leftKey(String key, int round) {
    return Text.format("%s, left %d", key, round);
  }

  private static int[] without(int[] members, List<Integer> gone) {
    return Arrays.stream(members).filter(member -> !gone.contains(member)).toArray();
  }
}
