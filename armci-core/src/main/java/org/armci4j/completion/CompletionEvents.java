package org.armci4j.completion;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.waiting.Waiter;

/**
 * Put with completion: a put that carries two identifiers. Its origin later finds one and its
 * target the other as an {@link Event}, when they probe.
 *
 * <pre>{@code
 * CompletionEvents events = CompletionEvents.open(armci);
 * events.put(source, 0, memory, right, 0, source.byteSize(), LOCAL_ID, REMOTE_ID);
 * Event event = new Event();
 * while (events.next(Long.MAX_VALUE, event)) {
 *   … event.kind(), event.rank(), event.identifier() …
 * }
 * }</pre>
 *
 * <p><b>Events.</b> A put from rank o to rank t makes the event (LOCAL, t, localId) at o, found
 * when the source may be reused, and (REMOTE, o, remoteId) at t, found when the data is in t's
 * memory. Identifiers are any 64-bit values. Each event is found once, by one thread. Events of one
 * kind from one origin thread to one target are found in the order of the puts. Finding an event
 * allocates nothing.
 *
 * <p><b>Flow control.</b> Each rank has a ring of slots for each origin; {@link #open} sets their
 * number. A put needs a free slot at its target, and the target frees the slot when it finds the
 * event. So a target that probes slowly slows its origins, and no event is lost. A slot is free
 * when its event has been <em>found</em>, even if the data has not been used yet: a buffer of the
 * target that is used in turns needs one part more than the ring has slots.
 *
 * <p>The target returns credits to the origin at once when it finds an event in a full ring, finds
 * the ring empty, or when a put of its own finds a full ring. Otherwise it returns a quarter of the
 * ring's slots together. So up to a quarter of the slots, less one, may look taken to the origin
 * until the target probes again. Local events need no slots. They wait in a growing queue of this
 * rank, so a rank may put without probing, at the cost of memory for each put.
 *
 * <p><b>Full rings.</b> {@link #tryPut} returns false. {@link #put} waits. It does not take this
 * rank's own events meanwhile, as the program must find them. Two ranks that only put to each other
 * and never probe therefore both wait until the setting {@code waitTimeout} has passed, or forever
 * if that is 0, its default. A program in which that can happen uses {@code tryPut} and probes
 * whenever it returns false, or probes on another thread.
 *
 * <p><b>Threads.</b> Any thread may put and probe. {@link #open} and {@link #close} are collective.
 *
 * <p>Source: the probes and ledgers of Photon (Kissel, Swany, "Photon: Remote Memory Access
 * Middleware for High-Performance Runtime Systems", 2016), with its 50 slots.
 */
public final class CompletionEvents implements AutoCloseable {
  /** Interval at which a wait for events checks this rank's puts for completion. */
  private static final long LOOK_NANOS = 200_000;

  private final EventMemory memory;

  /** By rank; null for ranks that are no members. */
  private final EventRings[] rings;

  /** Rank at which the next probe of all ranks begins. A race of threads only moves the start. */
  private final AtomicInteger start = new AtomicInteger();

  private volatile boolean closed;

  private CompletionEvents(EventMemory memory, int slots) {
    this.memory = memory;
    this.rings = new EventRings[memory.ranks()];
    for (int rank : memory.group().ranks()) {
      rings[rank] = new EventRings(memory, rank, slots);
    }
  }

  /**
   * Makes the rings, with as many slots for each origin as the setting {@code eventSlots} says.
   * Collective.
   *
   * @param armci the rank's runtime
   * @return this rank's side of them, which lives until {@link #close} or the end of the runtime
   * @throws ArmciException as {@link Armci#allocate}
   */
  public static CompletionEvents open(Armci armci) {
    Objects.requireNonNull(armci, "armci");
    return open(armci, armci.settings().get(ArmciSettings.EVENT_SLOTS));
  }

  /**
   * Makes the rings with a given number of slots. Collective.
   *
   * @param armci the rank's runtime
   * @param slots number of events of each origin that may wait at this rank, at least 1; ranks may
   *     differ
   * @return this rank's side of them
   * @throws ArmciException as {@link Armci#allocate}
   */
  public static CompletionEvents open(Armci armci, int slots) {
    return open(armci, Objects.requireNonNull(armci, "armci").world(), slots);
  }

  /**
   * Makes rings among the members of a group. Collective over the group. Such a group may be what
   * is left of another one, when a rank has failed and the job goes on.
   *
   * @param armci the rank's runtime
   * @param group whose members put to each other; they are named by their ranks in the job
   * @param slots number of events of each origin that may wait at this rank, at least 1; ranks may
   *     differ
   * @return this rank's side of them
   * @throws ArmciException as {@link Armci#allocate}, or when the group is another runtime's
   */
  public static CompletionEvents open(Armci armci, Group group, int slots) {
    Objects.requireNonNull(armci, "armci");
    if (!Objects.requireNonNull(group, "group").isOf(armci)) {
      throw new ArmciException("CompletionEvents.open: the group is another runtime's");
    }
    GlobalMemory memory = group.allocate(() -> memoryBytes(armci, slots));
    armci.putLong(memory, armci.rank(), EventLayout.SLOTS, slots);
    group.barrier();
    return new CompletionEvents(new EventMemory(armci, group, memory), slots);
  }

  private static long memoryBytes(Armci armci, int slots) {
    if (slots < 1) {
      throw new ArmciException(
          Text.format("cannot give %d slots for the events of each origin", slots));
    }
    return EventLayout.sizeBytes(armci.size(), slots);
  }

  /**
   * Frees the rings, with the events in them. Collective, but waits for no rank. A second call does
   * nothing, nor does a call after the runtime's own close.
   */
  @Override
  public void close() {
    if (!closed && !memory.armci().isClosed()) {
      memory.group().freeLater(memory.memory());
      closed = true;
    }
  }

  private void requireOpen(String operation) {
    memory.armci().requireOpen(operation);
    memory.refuseShortWork(operation);
    if (closed) {
      throw new ArmciException(
          Text.format("%s by rank %d: these events have been closed", operation, memory.rank()));
    }
  }

  /**
   * Starts to write part of a local segment into a rank's block and gives both sides their event.
   * Waits only while the target has no free slot. The source must not change until the local event
   * is found.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param target the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes number of bytes; with 0 the put is a notification only
   * @param localId identifier of this rank's event
   * @param remoteId identifier of the target's event
   * @throws ArmciException for a wrong argument; neither side then gets an event
   * @throws org.armci4j.error.RankFailedException when a rank fails while this one waits
   * @throws ArmciTimeoutException when the target has freed no slot within the setting {@code
   *     waitTimeout}, if that is set; nothing was written then
   */
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory target,
      int rank,
      long offset,
      long sizeBytes,
      long localId,
      long remoteId) {
    OutgoingRing ring = to(target, rank, "put");
    long number = ring.tryReserve();
    if (number == 0) {
      memory.armci().signals().checkPut(source, sourceOffset, target, rank, offset, sizeBytes);
      number = awaitSlot(ring);
    }
    start(number, source, sourceOffset, target, rank, offset, sizeBytes, localId, remoteId);
  }

  /**
   * Starts a put with completion as {@link #put} does, if the target has a free slot. Never waits.
   *
   * @param source the memory to read
   * @param sourceOffset first byte in the source
   * @param target the global memory
   * @param rank the target
   * @param offset first byte in the target's block
   * @param sizeBytes number of bytes; with 0 the put is a notification only
   * @param localId identifier of this rank's event
   * @param remoteId identifier of the target's event
   * @return false when there is no free slot; nothing was written then
   * @throws ArmciException for a wrong argument; neither side then gets an event
   */
  public boolean tryPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory target,
      int rank,
      long offset,
      long sizeBytes,
      long localId,
      long remoteId) {
    OutgoingRing ring = to(target, rank, "tryPut");
    long number = ring.tryReserve();
    if (number == 0) {
      memory.armci().signals().checkPut(source, sourceOffset, target, rank, offset, sizeBytes);
      returnAllCredits();
      return false;
    }
    start(number, source, sourceOffset, target, rank, offset, sizeBytes, localId, remoteId);
    return true;
  }

  private long awaitSlot(OutgoingRing ring) {
    long number = 0;
    while (number == 0) {
      returnAllCredits();
      ring.awaitCredit();
      number = ring.tryReserve();
    }
    return number;
  }

  /** Starts a put without a wait. The reserved slot is filled even if the put fails. */
  private void start(
      long number,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory target,
      int rank,
      long offset,
      long sizeBytes,
      long localId,
      long remoteId) {
    EventRings to = rings[rank];
    LocalEvents.StartedPut put = to.local.begin();
    boolean started = false;
    try {
      to.outgoing.start(number, remoteId, source, sourceOffset, target, offset, sizeBytes, put);
      started = true;
    } finally {
      if (!started) {
        to.outgoing.withdraw(number);
      }
    }
    to.local.started(put, localId);
    memory.bump(memory.rank());
  }

  /** Returns all withheld credits when a ring is full, as other ranks may be waiting for them. */
  private void returnAllCredits() {
    for (EventRings joined : rings) {
      if (joined != null) {
        joined.incoming.returnCredits(1);
      }
    }
  }

  /**
   * Takes an event of any rank, if there is one. Ranks take turns, so none is passed over for long.
   *
   * @param into receives the event
   * @return false when there is no event; {@code into} is then unchanged
   * @throws ArmciException when these events or the runtime are closed
   */
  public boolean probe(Event into) {
    requireOpen("probe");
    Objects.requireNonNull(into, "into");
    int first = start.getPlain();
    for (int i = 0; i < rings.length; i++) {
      int rank = (first + i) % rings.length;
      if (rings[rank] != null && rings[rank].take(into)) {
        start.setPlain(rank + 1 == rings.length ? 0 : rank + 1);
        return true;
      }
    }
    return false;
  }

  /**
   * Takes an event of puts between this rank and another, if there is one: a remote event of the
   * other rank's put, or a local event of a put to it.
   *
   * @param rank the other rank
   * @param into receives the event
   * @return false when there is no event; {@code into} is then unchanged
   * @throws ArmciException when there is no such rank, or these events or the runtime are closed
   */
  public boolean probe(int rank, Event into) {
    return with(rank, "probe").take(Objects.requireNonNull(into, "into"));
  }

  /**
   * Takes an event of any rank; waits for one if there is none.
   *
   * @param timeoutNanos longest wait, in nanoseconds; {@link Long#MAX_VALUE} for no limit
   * @param into receives the event
   * @return false when no event came in time; {@code into} is then unchanged
   * @throws org.armci4j.error.RankFailedException when a rank fails while this one waits
   * @throws ArmciException when these events or the runtime are closed
   */
  public boolean next(long timeoutNanos, Event into) {
    requireOpen("next");
    Objects.requireNonNull(into, "into");
    long startNanos = Waiter.startNanos(timeoutNanos);
    while (true) {
      long arrivals = memory.own(EventLayout.ARRIVALS); // before the rings, so that none is missed
      if (probe(into)) {
        return true;
      }
      long leftNanos = Waiter.leftNanos(startNanos, timeoutNanos);
      if (leftNanos == 0 || !awaitChange(arrivals, leftNanos)) {
        return probe(into);
      }
    }
  }

  private boolean awaitChange(long arrivals, long timeoutNanos) {
    boolean mayComplete = mayComplete(); // completion of a put changes no word of this rank
    long nanos = mayComplete ? Math.min(LOOK_NANOS, timeoutNanos) : timeoutNanos;
    try {
      memory
          .armci()
          .waitUntil(memory.memory(), EventLayout.ARRIVALS, Comparison.NE, arrivals, nanos);
      return true;
    } catch (ArmciTimeoutException e) {
      return mayComplete; // a result here, not an error: the caller set the limit
    }
  }

  /** Returns whether this rank has local events that are not found yet. */
  private boolean mayComplete() {
    for (EventRings joined : rings) {
      if (joined != null && !joined.local.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private OutgoingRing to(GlobalMemory target, int rank, String operation) {
    Objects.requireNonNull(target, "target");
    EventRings joined = with(rank, operation);
    target.requireOf(memory.armci(), operation, "target");
    return joined.outgoing;
  }

  private EventRings with(int rank, String operation) {
    requireOpen(operation);
    if (rank < 0 || rank >= rings.length) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no rank %d, ranks are 0 to %d",
              operation, memory.rank(), rank, rings.length - 1));
    }
    if (rings[rank] == null) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: rank %d is no member of %s",
              operation, memory.rank(), rank, memory.group()));
    }
    return rings[rank];
  }
}
