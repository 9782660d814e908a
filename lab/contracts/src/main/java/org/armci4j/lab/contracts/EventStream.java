package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.armci4j.lab.contracts.EventContract.assertEvent;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;

/**
 * Streams events with data of random sizes from all other ranks to rank 0, or alone from rank 0 to
 * itself. Both sides can compute each put's content. Puts use one part more than there are slots,
 * in turn, as {@link CompletionEvents} asks.
 */
final class EventStream {
  private static final long LONG_ENOUGH_NANOS = 30_000_000_000L;
  private static final int PART_BYTES = 256;

  private final Armci armci;
  private final CompletionEvents events;
  private final int parts;
  private final int each;
  private final long seed;
  private final GlobalMemory memory;
  private final MemorySegment source = MemorySegment.ofArray(new byte[PART_BYTES]);
  private final Event event = new Event();
  private final long[] received;

  EventStream(Armci armci, CompletionEvents events, int slots, int each) {
    this.armci = armci;
    this.events = events;
    this.parts = slots + 1;
    this.each = each;
    this.seed = agreeOnSeed(armci);
    this.memory = armci.allocate((long) PART_BYTES * parts * armci.size());
    this.received = new long[armci.size()];
  }

  /** Returns the seed that rank 0 chooses. */
  static long agreeOnSeed(Armci armci) {
    GlobalMemory word = armci.allocate(8);
    if (armci.rank() == 0) {
      long chosen = Long.getLong("armci.test.seed", System.nanoTime());
      armci.putLong(word, 0, 0, chosen);
    }
    armci.barrier();
    long seed = armci.getLong(word, 0, 0);
    armci.free(word);
    return seed;
  }

  private long offset(int origin, long number) {
    return PART_BYTES * (parts * (long) origin + number % parts);
  }

  /** Returns the size of the put with this number. */
  private int sizeBytes(int origin, long number) {
    return new SplittableRandom(seed + origin * 7919L + number).nextInt(PART_BYTES + 1);
  }

  private boolean send(long number, boolean wait) {
    int me = armci.rank();
    int sizeBytes = sizeBytes(me, number);
    if (sizeBytes > 0) {
      source.set(JAVA_BYTE, 0, (byte) number);
      source.set(JAVA_BYTE, sizeBytes - 1L, (byte) number);
    }
    if (wait) {
      events.put(source, 0, memory, 0, offset(me, number), sizeBytes, number, -number);
      return true;
    }
    return events.tryPut(source, 0, memory, 0, offset(me, number), sizeBytes, number, -number);
  }

  /** Runs this rank's part; a failure tells the seed that repeats it. */
  void run(boolean slow) {
    try {
      if (armci.rank() > 0) {
        sendAll();
      } else if (armci.size() > 1) {
        receiveAll(slow);
      } else {
        sendAndReceive();
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(Text.format("with -Darmci.test.seed=%d: %s", seed, e), e);
    }
  }

  private void sendAll() {
    for (long number = 0; number < each; number++) {
      send(number, true);
      assertTrue(
          events.next(LONG_ENOUGH_NANOS, event), "the local event comes"); // frees the source
      assertEvent(Event.Kind.LOCAL, 0, number, event);
    }
  }

  private void receiveAll(boolean slow) {
    SplittableRandom random = new SplittableRandom(seed);
    for (long i = 0; i < (long) each * (armci.size() - 1); i++) {
      assertTrue(events.next(LONG_ENOUGH_NANOS, event), "event " + i);
      receive();
      if (slow && random.nextInt(100) == 0) {
        busyFor(random.nextInt(200_000));
      }
    }
  }

  private void sendAndReceive() {
    long sent = 0;
    long local = 0;
    while (received[0] < each) {
      if (sent < each && send(sent, false)) {
        sent++;
      } else {
        assertTrue(events.next(LONG_ENOUGH_NANOS, event));
        if (event.kind() == Event.Kind.LOCAL) {
          assertEvent(Event.Kind.LOCAL, 0, local++, event);
        } else {
          receive();
        }
      }
    }
  }

  private void receive() {
    int origin = event.rank();
    long number = received[origin]++;
    assertEvent(Event.Kind.REMOTE, origin, -number, event);
    int sizeBytes = sizeBytes(origin, number);
    if (sizeBytes > 0) {
      long offset = offset(origin, number);
      assertEquals((byte) number, memory.local().get(JAVA_BYTE, offset));
      assertEquals((byte) number, memory.local().get(JAVA_BYTE, offset + sizeBytes - 1));
    }
  }

  private static void busyFor(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  void free() {
    armci.free(memory);
  }
}
