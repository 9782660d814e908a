package org.armci4j.waiting;

import java.util.function.Supplier;

/** Decides whether waits for certain ranks can still come to their end. */
@FunctionalInterface
public interface WaitScope {
  /**
   * Throws when what a wait waits for cannot come any more.
   *
   * @param what names the wait in messages
   * @throws org.armci4j.error.ArmciException when a rank has failed without which the wait cannot
   *     end, or its group is revoked
   */
  void requireGoingOn(Supplier<String> what);
}
