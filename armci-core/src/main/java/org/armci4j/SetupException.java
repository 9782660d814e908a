package org.armci4j;

import org.armci4j.bootstrap.settings.SetupProblem;

/** The job's set-up or its host is at fault, not the program: a user can mend it. */
final class SetupException extends ArmciException implements SetupProblem {
  private static final long serialVersionUID = 1L;

  SetupException(String message) {
    super(message);
  }

  SetupException(ArmciException cause) {
    super(cause.getMessage(), cause);
  }
}
