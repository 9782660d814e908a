package org.armci4j;

import java.util.List;

/**
 * What the members of a group have agreed on, the same for all of them.
 *
 * @param all whether each member that has come gave true
 * @param gone the members that have not come, by their ranks in the job: they have failed, or have
 *     closed the runtime
 */
public record Agreement(boolean all, List<Integer> gone) {
  /** Copies the list. */
  public Agreement {
    gone = List.copyOf(gone);
  }
}
