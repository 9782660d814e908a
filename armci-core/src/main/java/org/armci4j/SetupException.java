package org.armci4j;

import org.armci4j.bootstrap.settings.SetupProblem;
import org.armci4j.error.ArmciException;

/** Reports a fault of the job's set-up or of its host, not of the program: a user can fix it. */
final class SetupException extends ArmciException implements SetupProblem {
  private static final long serialVersionUID = 1L;

  SetupException(String message) {
    super(message);
  }

  SetupException(ArmciException cause) {
    super(cause.getMessage(), cause);
  }
}
