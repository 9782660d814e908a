package org.armci4j.transport.ucx;

import org.armci4j.bootstrap.settings.SetupProblem;
import org.armci4j.error.ArmciException;

/** A process may open too few files; a user can fix that. */
final class OpenFilesException extends ArmciException implements SetupProblem {
  private static final long serialVersionUID = 1L;

  OpenFilesException(String message) {
    super(message);
  }
}
