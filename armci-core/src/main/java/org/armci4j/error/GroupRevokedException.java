package org.armci4j.error;

import org.armci4j.bootstrap.text.Text;

/**
 * Reports that a member has revoked a group, so that its members meet no more in it. They go on
 * with {@link org.armci4j.Group#shrink}.
 */
public final class GroupRevokedException extends ArmciException {
  private static final long serialVersionUID = 1L;

  private final int revoker;

  /**
   * Makes an exception that names the member.
   *
   * @param what the event that this rank waited for, or its call, for the message
   * @param group the group's name
   * @param revoker the member's rank in the job
   * @param reason the reason that the member gave
   */
  public GroupRevokedException(String what, String group, int revoker, String reason) {
    super(
        Text.format(
            "%s will not come: rank %d has revoked group %s: %s", what, revoker, group, reason));
    this.revoker = revoker;
  }

  /**
   * Returns the member that has revoked the group.
   *
   * @return its rank in the job
   */
  public int revoker() {
    return revoker;
  }
}
