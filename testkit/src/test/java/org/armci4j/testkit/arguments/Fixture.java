package org.armci4j.testkit.arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Mutexes;
import org.armci4j.SharedBlock;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.call.Call;
import org.armci4j.call.Calls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.completion.Event;

/**
 * Holds the objects of one of two ranks for the calls: one of each kind to call on, memory and
 * buffers with a pattern, and some that are closed or freed.
 */
final class Fixture implements AutoCloseable {
  static final int SIZE_BYTES = 256;
  static final int BUFFER_BYTES = 64;

  final Armci armci;
  final int other;
  final GlobalMemory memory;
  final GlobalMemory freed;

  /** Memory of a group with this rank alone: the other rank has no block. */
  final GlobalMemory ofThisRank;

  final Group group;
  final Group closedGroup;
  final SharedBlock block;

  /** This rank of another job, which goes on; the next two are memory and a block there. */
  final Armci elsewhere;

  final GlobalMemory foreign;
  final SharedBlock foreignBlock;
  final Armci closed = open(LocalJob.create(1), 0);
  final MemorySegment source = buffer();
  final MemorySegment destination = buffer();
  final MemorySegment dead;

  /** Memory that only a thread that has ended could use. */
  final MemorySegment confined = ofAnotherThread();

  private final MemorySegment pattern = MemorySegment.ofArray(new long[SIZE_BYTES / 8]);
  private final MemorySegment zeros = MemorySegment.ofArray(new long[SIZE_BYTES / 8]);
  private final Receivers receivers;
  private final Receivers closedReceivers;

  /**
   * Allocates the memory. Collective.
   *
   * @param otherJob another job of two ranks, which no rank has joined
   */
  Fixture(Armci armci, LocalJob otherJob) {
    this.armci = armci;
    this.elsewhere = open(otherJob, armci.rank());
    this.foreign = elsewhere.allocate(SIZE_BYTES);
    this.foreignBlock = elsewhere.share(SIZE_BYTES);
    this.other = 1 - armci.rank();
    this.memory = armci.allocate(SIZE_BYTES);
    this.freed = armci.allocate(SIZE_BYTES);
    armci.free(freed);
    this.group = armci.world().create(0, 1);
    this.closedGroup = armci.world().create(0, 1);
    closedGroup.close();
    this.ofThisRank = armci.world().split(armci.rank(), 0).allocate(SIZE_BYTES);
    this.block = armci.share(SIZE_BYTES);
    this.receivers = new Receivers(armci, memory, other);
    this.closedReceivers = new Receivers(closed, closed.allocate(SIZE_BYTES), 0);
    closed.close();
    try (Arena arena = Arena.ofShared()) {
      dead = arena.allocate(BUFFER_BYTES, 8);
    }
    fill(pattern);
    fill(memory.local());
    fill(source);
    fill(destination);
    armci.barrier();
  }

  private static Armci open(LocalJob job, int rank) {
    return Armci.open(job.membership(rank), ArmciSettings.builder().resolve());
  }

  /** Returns a call of the other job that has not been awaited. Collective. */
  Call foreignCall() {
    Calls calls = Calls.open(elsewhere);
    calls.register(0, (_, _, _) -> 0);
    Call call = new Call();
    calls.nbCall(other, 0, buffer(), buffer(), call);
    return call;
  }

  private static MemorySegment ofAnotherThread() {
    CompletableFuture<MemorySegment> segment = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(() -> segment.complete(Arena.ofConfined().allocate(BUFFER_BYTES, Long.BYTES)));
    return segment.join();
  }

  private static MemorySegment buffer() {
    return MemorySegment.ofArray(new long[BUFFER_BYTES / 8]);
  }

  private static void fill(MemorySegment segment) {
    for (long i = 0; i < segment.byteSize(); i++) {
      segment.set(ValueLayout.JAVA_BYTE, i, (byte) (i + 1));
    }
  }

  /** Returns the object to call a method on; null for a static method. */
  <T> T receiver(Class<T> type) {
    return receivers.get(type);
  }

  /** Returns the object to call a method on, where objects of one type differ. */
  Object receiver(Method method) {
    return PublicOperations.name(method).equals("LongBlock.waitUntil")
        ? memory.longs(armci.rank())
        : receiver(method.getDeclaringClass());
  }

  /** Returns a receiver that is closed, or whose runtime is; null where closing changes nothing. */
  Object closedReceiver(Class<?> type) {
    return closedReceivers.get(type);
  }

  /** Prepares for the right call of a method. */
  void prepare(Method method) {
    String name = PublicOperations.name(method);
    if (name.equals("Mutexes.unlock")) {
      receiver(Mutexes.class).lock(other, 0);
    } else if (name.equals("Signals.waitNotify")) {
      armci.signals().notify(other);
    }
  }

  /** Undoes effects of the right call of a method that would hinder the next call. */
  void tidyUp(Method method) {
    if (method.getDeclaringClass() == Mutexes.class && method.getName().endsWith("ock")) {
      if (!method.getName().equals("unlock")) {
        receiver(Mutexes.class).unlock(other, 0);
      }
    }
  }

  /**
   * Takes the events, also those that refused puts have left: each holds a slot until it is taken.
   */
  void takeEvents() {
    armci.barrier();
    Event event = new Event();
    if (receiver(CompletionEvents.class).probe(event)) {
      throw new AssertionError("an event of a refused put: " + event);
    }
  }

  /** Requires memory and buffers to hold the pattern. */
  void requireUntouched() {
    assertEquals(-1, memory.local().mismatch(pattern), "memory");
    assertEquals(-1, foreign.local().mismatch(zeros), "foreign");
    assertEquals(-1, source.mismatch(pattern.asSlice(0, BUFFER_BYTES)), "source");
    assertEquals(-1, destination.mismatch(pattern.asSlice(0, BUFFER_BYTES)), "destination");
  }

  /** Requires both ranks to agree on the next barrier and the next allreduce. */
  void requireInStep(long step) {
    armci.barrier();
    assertEquals(
        2 * step,
        receiver(Collectives.class).allreduce(step, Reduction.SUM),
        "sum of both ranks' steps");
  }

  @Override
  public void close() {
    elsewhere.close();
  }
}
