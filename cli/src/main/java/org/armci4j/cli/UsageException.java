package org.armci4j.cli;

/** The command line asks for something that cannot be. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }

  /**
   * Checks that a word has come as it was typed: where the locale cannot express it, the JVM has
   * lost it before we see it.
   *
   * @throws UsageException when it has not
   */
  static void requireReadable(String word) {
    if (word.indexOf('\uFFFD') >= 0) {
      throw new UsageException(
          "the locale does not allow '" + word + "'; set LC_ALL=C.UTF-8 for it");
    }
  }
}
