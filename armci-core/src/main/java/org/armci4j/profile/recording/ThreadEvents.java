package org.armci4j.profile.recording;

/** Gets what one thread does, as events with a begin and an end. */
public interface ThreadEvents {
  /** Begins an operation. */
  void beginTransfer();

  /**
   * Ends the operation that was begun.
   *
   * @param operation its kind
   * @param target the other rank
   * @param bytes its bytes
   * @param calls for how many calls it stands: itself, and short ones before it that were no events
   * @return whether it was recorded
   */
  boolean endTransfer(String operation, int target, long bytes, int calls);

  /** Begins a wait. */
  void beginWait();

  /**
   * Ends the wait that was begun.
   *
   * @param cause what for
   * @param source the rank that was waited for; negative if it is not known
   * @param calls for how many calls it stands: itself, and fences before it that were no events
   * @return whether it was recorded
   */
  boolean endWait(String cause, int source, int calls);

  /** Begins a collective. */
  void beginCollective();

  /**
   * Ends the collective that was begun.
   *
   * @param kind its kind
   * @param call its number among the calls of that kind
   * @param root its root as a rank of the job; negative for none
   * @param bytes its bytes
   * @param algorithm what carried it out; null where there is no choice
   */
  void endCollective(CollectiveKind kind, long call, int root, long bytes, String algorithm);

  /**
   * Makes what gets the runs of a nonblocking collective.
   *
   * @return a new object
   */
  CallEvents newCall();
}
