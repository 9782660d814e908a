package org.armci4j.lab.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.function.Executable;

/** Requires refusals, for contracts and tests. */
public final class CallRefusals {
  private CallRefusals() {}

  /**
   * Requires that a call is refused with a message that contains a word.
   *
   * @param word the word, or several
   * @param call the call
   */
  public static void refused(String word, Executable call) {
    String message = assertThrows(ArmciException.class, call).getMessage();
    assertTrue(message.contains(word), message);
  }

  /** Requires that a call is refused with exactly this message. */
  static void refusedExactly(String message, Executable call) {
    assertEquals(message, assertThrows(ArmciException.class, call).getMessage());
  }
}
