package org.armci4j.transport.ucx;

import org.armci4j.bootstrap.settings.SetupProblem;
import org.armci4j.error.ArmciException;

/** Reports that a process may open too few files, which a user can fix. */
final class OpenFilesException extends ArmciException implements SetupProblem {
  private static final long serialVersionUID = 1L;

  OpenFilesException(String message) {
    super(message);
  }
}
