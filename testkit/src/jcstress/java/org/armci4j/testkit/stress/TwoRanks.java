package org.armci4j.testkit.stress;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Mutexes;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.completion.CompletionEvents;

/**
 * Runs a job of two ranks in the JVM of one stress test. An actor makes the calls of one rank. Each
 * round has a place of its own in the ranks' memory; places are used in turn, because rounds are
 * many and memory is not.
 */
public final class TwoRanks {
  /** Places: more than jcstress has rounds under way at a time. */
  private static final int PLACES = 1 << 17;

  /** Size of a place: a cache line. */
  public static final int PLACE_BYTES = 64;

  /** Size of a memory with all places, in bytes. */
  public static final long ALL_BYTES = (long) PLACES * PLACE_BYTES;

  private final LocalJob job = LocalJob.create(2);
  private final AtomicInteger rounds = new AtomicInteger();

  /** The ranks, by number. */
  public final Armci[] ranks = both(this::open).toArray(Armci[]::new);

  private Armci open(int rank) {
    return Armci.open(job.membership(rank), ArmciSettings.builder().resolve());
  }

  /** Returns memory with all places, of each rank. */
  public GlobalMemory[] memory() {
    return both(rank -> ranks[rank].allocate(ALL_BYTES)).toArray(GlobalMemory[]::new);
  }

  /** Returns a set with one mutex on each rank. */
  public Mutexes[] mutexes() {
    return both(rank -> ranks[rank].createMutexes(1)).toArray(Mutexes[]::new);
  }

  /** Returns rings for events. */
  public CompletionEvents[] events(int slots) {
    return both(rank -> CompletionEvents.open(ranks[rank], slots)).toArray(CompletionEvents[]::new);
  }

  /**
   * Returns the results of a collective call on each rank. The call must not be of a class that is
   * being initialized: its other thread would wait for the end of the initialization.
   */
  public <T> List<T> both(Function<Integer, T> call) {
    CompletableFuture<T> other = new CompletableFuture<>();
    Thread.ofPlatform().daemon().start(() -> complete(other, call));
    T own = call.apply(0);
    return List.of(own, other.join());
  }

  private static <T> void complete(CompletableFuture<T> result, Function<Integer, T> call) {
    try {
      result.complete(call.apply(1));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** Returns the offset of the next round's place. */
  public long nextPlace() {
    return (long) PLACE_BYTES * Math.floorMod(rounds.getAndIncrement(), PLACES);
  }
}
