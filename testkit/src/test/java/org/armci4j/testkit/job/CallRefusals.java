package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.function.Executable;

/** Requires refusals, for tests. */
public final class CallRefusals {
  private CallRefusals() {}

  /** Requires that a call is refused with a message that contains a word. */
  public static void refused(String word, Executable call) {
    String message = assertThrows(ArmciException.class, call).getMessage();
    assertTrue(message.contains(word), message);
  }
}
