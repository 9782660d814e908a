package org.armci4j.testkit.conformance.threads;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Puts with completion to random ranks. Every event is the next one of its kind and rank, and the
 * data of a remote event are in place. Puts use one part more than there are slots, in turn, as
 * {@link CompletionEvents} asks.
 */
final class EventTraffic implements ThreadWork {
  static final int SLOTS = 16;

  private static final int PARTS = SLOTS + 1;
  private static final int PART_BYTES = 2048;
  private static final int PUTS_EACH_ROUND = 20;
  private static final long LOOK_NANOS = 1_000_000;

  /** Holds a put whose local event has not been found; its source stays unchanged. */
  private record PutUnderWay(long identifier, MemorySegment source) {}

  private final Trial trial;
  private final CompletionEvents events;
  private final GlobalMemory memory;
  private final int rounds;
  private final long salt;
  private final Event event = new Event();
  private final List<Queue<PutUnderWay>> underWay = new ArrayList<>();
  private final SplittableRandom targets;
  private final long[] sent;
  private final long[] received;

  /**
   * @param common draws the same on all ranks
   * @param rounds number of rounds of every rank
   */
  EventTraffic(
      Trial trial,
      SplittableRandom common,
      CompletionEvents events,
      GlobalMemory memory,
      int rounds) {
    this.trial = trial;
    this.events = events;
    this.memory = memory;
    this.rounds = rounds;
    this.salt = common.nextLong();
    this.targets = targets(trial.rank());
    this.sent = new long[trial.size()];
    this.received = new long[trial.size()];
    for (int rank = 0; rank < trial.size(); rank++) {
      underWay.add(new ArrayDeque<>());
    }
  }

  /** Allocates the memory. Collective. */
  static GlobalMemory allocate(Armci armci) {
    return armci.allocate((long) armci.size() * PARTS * PART_BYTES);
  }

  private SplittableRandom targets(int origin) {
    return new SplittableRandom(salt + origin);
  }

  /** Draws the identifiers and the bytes of put {@code number} between these two ranks. */
  private SplittableRandom drawn(int origin, int target, long number) {
    return new SplittableRandom(salt + 31 * number + 1_000_003L * origin + 7_368_787L * target);
  }

  private static MemorySegment data(SplittableRandom drawn) {
    return StridedModel.random(drawn, drawn.nextInt(1 + (PART_BYTES >> drawn.nextInt(12))));
  }

  private static long offset(int origin, long number) {
    return (origin * (long) PARTS + number % PARTS) * PART_BYTES;
  }

  @Override
  public void next() {
    for (int i = 0; i < PUTS_EACH_ROUND; i++) {
      send(targets.nextInt(trial.size()));
    }
    while (events.probe(event)) {
      take();
    }
  }

  private void send(int target) {
    int me = trial.rank();
    long number = sent[target]++;
    SplittableRandom drawn = drawn(me, target, number);
    long remoteId = drawn.nextLong();
    long localId = drawn.nextLong();
    MemorySegment source = data(drawn);
    long at = offset(me, number);
    underWay.get(target).add(new PutUnderWay(localId, source));
    while (!events.tryPut(source, 0, memory, target, at, source.byteSize(), localId, remoteId)) {
      if (events.next(LOOK_NANOS, event)) {
        take();
      }
    }
  }

  private void take() {
    int rank = event.rank();
    if (event.kind() == Event.Kind.LOCAL) {
      PutUnderWay first = underWay.get(rank).remove();
      trial.requireEqual(
          first.identifier, event.identifier(), () -> "local event of a put to rank " + rank);
      return;
    }
    long number = received[rank]++;
    SplittableRandom drawn = drawn(rank, trial.rank(), number);
    trial.requireEqual(
        drawn.nextLong(),
        event.identifier(),
        () -> Text.format("event %d of rank %d", number, rank));
    drawn.nextLong();
    MemorySegment expected = data(drawn);
    MemorySegment seen = memory.local().asSlice(offset(rank, number), expected.byteSize());
    trial.requireSame(
        expected, seen, () -> Text.format("data of event %d of rank %d", number, rank));
  }

  @Override
  public void end() {
    long[] expected = expectedEvents();
    while (isExpecting(expected)) {
      if (events.next(LOOK_NANOS, event)) {
        take();
      }
    }
    trial.require(!events.probe(event), () -> "one event more than there were puts: " + event);
  }

  /** Returns, by origin, how many of its puts have this rank as target. */
  private long[] expectedEvents() {
    long[] expected = new long[trial.size()];
    for (int origin = 0; origin < trial.size(); origin++) {
      SplittableRandom drawn = targets(origin);
      for (int i = 0; i < rounds * PUTS_EACH_ROUND; i++) {
        expected[origin] += drawn.nextInt(trial.size()) == trial.rank() ? 1 : 0;
      }
    }
    return expected;
  }

  private boolean isExpecting(long[] expected) {
    for (int rank = 0; rank < expected.length; rank++) {
      if (received[rank] < expected[rank] || !underWay.get(rank).isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
