package org.armci4j.bootstrap.settings;

/**
 * A setting has a value that it may not have. The message names the setting, the origin, what is
 * allowed.
 */
public final class SettingException extends IllegalArgumentException implements SetupProblem {
  private static final long serialVersionUID = 1L;

  /** An error that says {@code message}. */
  public SettingException(String message) {
    super(message);
  }
}
