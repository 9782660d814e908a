package org.armci4j.profile.recording;

/** Gets the runs of one nonblocking collective, one after the other, as events. */
public interface CallEvents {
  /** Begins one. */
  void begin();

  /**
   * Ends the one that was begun; another thread may do so.
   *
   * @param kind its kind
   * @param call its number among the calls of that kind
   * @param root its root as a rank of the job; negative for none
   * @param bytes its bytes
   * @param algorithm what carried it out
   */
  void end(CollectiveKind kind, long call, int root, long bytes, String algorithm);
}
