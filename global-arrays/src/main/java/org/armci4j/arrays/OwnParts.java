package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The elements of a section that this rank owns: a patch for each of its blocks that has some. */
final class OwnParts {
  /** Shares for each thread, so that a slow one leaves some to the others. */
  private static final int SHARES = 4;

  /** Most elements that a thread goes through before it looks whether another one has failed. */
  private static final long TILE = 1 << 14;

  private OwnParts() {}

  /** Returns the patches, in the order of the rank's memory; none is empty. */
  static Iterable<Patch> of(ArraySection<?> section) {
    GlobalArray<?> array = section.array();
    return () -> iterator(section.patch(), array.distribution(), array.group().rank());
  }

  private static Iterator<Patch> iterator(Patch patch, Distribution distribution, int rank) {
    return distribution.blocks(rank).stream()
        .map(patch::intersection)
        .filter(part -> !part.isEmpty())
        .iterator();
  }

  /**
   * Gives shares of the patches to the threads of the common pool. When work throws, the other
   * threads stop at their next patch, and the first exception goes on when all have stopped. A
   * parallel stream alone would throw while they go on.
   */
  static void inParallel(ArraySection<?> section, Consumer<Iterable<Patch>> work) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    shares(section).parallelStream()
        .forEach(
            share -> {
              try {
                work.accept(() -> share.stream().takeWhile(_ -> failure.get() == null).iterator());
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            });
    switch (failure.get()) {
      case null -> {}
      case Error e -> throw e;
      case RuntimeException e -> throw e;
      case Throwable e -> throw new IllegalStateException(e); // of a language without checks
    }
  }

  /** Returns the patches cut into shares for the threads of the common pool. */
  private static List<List<Patch>> shares(ArraySection<?> section) {
    long elements = 0;
    for (Patch part : of(section)) {
      elements += part.elements();
    }
    long most = 1 + elements / (SHARES * (1L + ForkJoinPool.getCommonPoolParallelism()));
    List<List<Patch>> shares = new ArrayList<>();
    long room = 0;
    for (Patch part : of(section)) {
      PatchTiles tiles = new PatchTiles(part, Math.min(most, TILE));
      while (tiles.next()) {
        if (room <= 0) {
          shares.add(new ArrayList<>());
          room = most;
        }
        shares.getLast().add(tiles.tile());
        room -= tiles.tile().elements();
      }
    }
    return shares;
  }
}
