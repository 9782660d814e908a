package org.armci4j.bootstrap.settings;

/**
 * Says that a setting has a value that is not allowed. The message names the setting, the origin of
 * the value and the allowed values.
 */
public final class SettingException extends IllegalArgumentException implements SetupProblem {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with this message. */
  public SettingException(String message) {
    super(message);
  }
}
