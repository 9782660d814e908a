package org.armci4j.examples.common;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/** Runs the parts of a loop in virtual threads, so that their operations are under way at once. */
public final class VirtualParts {
  private VirtualParts() {}

  /**
   * Runs all parts, and returns when they have ended. A part's exception is thrown here.
   *
   * @param parts how many there are
   * @param part gets the number of the part, from 0
   */
  public static void run(int parts, IntConsumer part) {
    CompletableFuture<?>[] all = new CompletableFuture<?>[parts];
    Arrays.setAll(
        all,
        number ->
            CompletableFuture.runAsync(() -> part.accept(number), Thread::startVirtualThread));
    CompletableFuture.allOf(all).join();
  }
}
