package org.armci4j.error;

import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.TellsOfFailure;
import org.armci4j.bootstrap.text.Text;

/**
 * Reports that a rank has failed while it held a mutex, in a job that goes on (setting {@code
 * onFailure}); a rank that died while it was handed the mutex counts as its holder. <b>The calling
 * thread holds the mutex</b>: it repairs what the mutex guards, which the failed rank may have
 * changed in part, and unlocks. Only the first thread that locks the mutex after the failure gets
 * this exception.
 *
 * <p>Source: POSIX, {@code EOWNERDEAD} of robust mutexes.
 */
public final class MutexBrokenException extends ArmciException implements TellsOfFailure {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  /**
   * Makes an exception that names the failed rank.
   *
   * @param mutex the mutex, for the message
   * @param failure the failed rank and the reason
   */
  public MutexBrokenException(String mutex, Failure failure) {
    super(
        Text.format(
            "%s is locked, but broken: its holder has not unlocked it, as %s", mutex, failure));
    this.failure = failure;
  }

  /**
   * Returns the rank that held the mutex, its host and the reason.
   *
   * @return the failure
   */
  @Override
  public Failure failure() {
    return failure;
  }
}
