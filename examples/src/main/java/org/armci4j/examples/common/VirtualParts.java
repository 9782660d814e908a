package org.armci4j.examples.common;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.armci4j.Armci;

/**
 * Runs loops in parts, each in a virtual thread, so that operations of a network are under way at
 * once. Within one host no operation waits for a network, so there the whole loop runs as one.
 */
public final class VirtualParts {
  private final int count;

  /** Prepares loops of so many parts. */
  public VirtualParts(int count) {
    this.count = count;
  }

  /**
   * Prepares loops of so many parts between hosts, and of one within a host.
   *
   * @param armci the runtime whose operations the loops call
   * @param atOnce number of parts between hosts
   * @return the loops' runner
   */
  public static VirtualParts of(Armci armci, int atOnce) {
    return new VirtualParts(armci.domains().count() == 1 ? 1 : atOnce);
  }

  /** A part of a loop: every {@code step}-th index from {@code first} on. */
  @FunctionalInterface
  public interface LoopPart {
    /** Runs the part. */
    void run(int first, int step);
  }

  /**
   * Runs all parts, and returns when they have ended. Throws the exception of a part: itself where
   * there is one part, else as the cause of a {@link CompletionException}.
   */
  public void run(LoopPart part) {
    if (count == 1) {
      part.run(0, 1);
      return;
    }
    CompletableFuture<?>[] all = new CompletableFuture<?>[count];
    Arrays.setAll(
        all,
        number ->
            CompletableFuture.runAsync(() -> part.run(number, count), Thread::startVirtualThread));
    CompletableFuture.allOf(all).join();
  }
}
