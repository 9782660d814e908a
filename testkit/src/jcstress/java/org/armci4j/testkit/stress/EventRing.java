package org.armci4j.testkit.stress;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.armci4j.GlobalMemory;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Runs a ring of two slots between two ranks, so that every slot and every credit is used again at
 * once. An event comes once, in its turn, and with its data.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the next event, with its data")
@Outcome(expect = FORBIDDEN, desc = "lost, repeated, or without its data")
@State
public class EventRing {
  private static final int SLOTS = 2;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final TwoRanks JOB = new TwoRanks();
  private static final GlobalMemory[] MEMORY = JOB.memory();
  private static final CompletionEvents[] EVENTS = JOB.events(SLOTS);

  /** Holds the counts of each rank; one thread after the other acts for it. */
  private static final class Counts {
    long sent;
    long received;
    final MemorySegment source = MemorySegment.ofArray(new long[1]);
    final Event event = new Event();
  }

  private static final Counts COUNTS = new Counts();

  /** Puts rank 0's count, with the same number as the event's. */
  @Actor
  public void send() {
    long number = ++COUNTS.sent;
    COUNTS.source.setAtIndex(JAVA_LONG, 0, number);
    EVENTS[0].put(COUNTS.source, 0, MEMORY[0], 1, offset(number), Long.BYTES, 0, number);
    EVENTS[0].probe(0, new Event()); // takes its own completion, if there is one
  }

  private static long offset(long number) {
    return Long.BYTES * (number % (TwoRanks.ALL_BYTES / Long.BYTES));
  }

  /** Takes the next event as rank 1. */
  @Actor
  public void receive(JJ_Result result) {
    if (!EVENTS[1].next(LIMIT_NANOS, COUNTS.event)) {
      return;
    }
    long number = COUNTS.event.identifier();
    result.r1 = number - COUNTS.received;
    COUNTS.received = number;
    result.r2 = JOB.ranks[1].getLong(MEMORY[1], 1, offset(number)) - number;
  }
}
