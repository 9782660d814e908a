package org.armci4j.cli;

/** Reports a command line that asks for something impossible. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }

  /**
   * Checks that a word has arrived as it was typed. Where the locale cannot express it, the JVM has
   * lost it before this code sees it.
   *
   * @throws UsageException when the word is damaged
   */
  static void requireReadable(String word) {
    if (word.indexOf('\uFFFD') >= 0) {
      throw new UsageException(
          "the locale does not allow '" + word + "'; set LC_ALL=C.UTF-8 for it");
    }
  }
}
