package org.armci4j.profile.recording;

/** What a thread spends time in. */
public enum Activity {
  /** Calls that start a transfer, a signal or an atomic operation, until they return. */
  TRANSFER("transfer"),
  /** Waits for the completion of transfers. */
  COMPLETION("wait for a transfer"),
  /** Fences, those at the beginning of a barrier included. */
  FENCE("fence"),
  /** Waits for a word that another rank changes. */
  SIGNAL("wait for a signal"),
  /** Waits for a mutex that another rank holds. */
  MUTEX("wait for a mutex"),
  /** Waits for the answer to a procedure call, and for other answers of one rank. */
  REPLY("wait for a reply"),
  /** All other waits, such as those for several words at once. */
  OTHER_WAIT("other wait"),
  /** Collective calls and barriers, with the waits in them; starts of and waits for others. */
  COLLECTIVE("collective");

  private final String label;

  Activity(String label) {
    this.label = label;
  }

  /**
   * Returns the place of the activity in a list of the times of all.
   *
   * @return from 0
   */
  @SuppressWarnings("EnumOrdinal") // the times are in the order of the constants
  public int index() {
    return ordinal();
  }

  /**
   * Returns the activity in words.
   *
   * @return such as {@code wait for a signal}
   */
  public String label() {
    return label;
  }

  /**
   * Returns whether this is a wait.
   *
   * @return false for transfers and collectives
   */
  public boolean isWait() {
    return this != TRANSFER && this != COLLECTIVE;
  }
}
