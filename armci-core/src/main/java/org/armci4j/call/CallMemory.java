package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.RankLoss;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.kernel.Words;
import org.armci4j.transport.WordWrites;

/** Reads and writes the words of {@link CallLayout} in all ranks' blocks, for one rank. */
final class CallMemory {
  private final Armci armci;
  private final GlobalMemory memory;
  private final CallLayout layout;
  private final AtomicLong bumps = new AtomicLong();

  private CallMemory(Armci armci, GlobalMemory memory, CallLayout layout) {
    this.armci = armci;
    this.memory = memory;
    this.layout = layout;
  }

  /** Allocates the blocks. Collective; throws on every rank if two ranks disagree on the layout. */
  static CallMemory allocate(Armci armci, CallLayout layout) {
    GlobalMemory memory = armci.allocate(layout.sizeBytes());
    armci.putLong(memory, armci.rank(), CallLayout.AGREEMENT, layout.agreement());
    armci.barrier();
    for (int rank = 0; rank < armci.size(); rank++) {
      long other = armci.getLong(memory, rank, CallLayout.AGREEMENT);
      if (other != layout.agreement()) {
        armci.free(memory); // collective: if two disagree, each rank disagrees with some other
        throw new ArmciException(
            Text.format(
                    "calls of rank %d have %d slots of %d bytes, those of rank %d have %d of %d;"
                        + " give all",
                    armci.rank(),
                    layout.slots(),
                    layout.limitBytes(),
                    rank,
                    other >>> 32,
                    (int) other)
                + " ranks the same ARMCI_CALL_SLOTS and ARMCI_CALL_BYTES");
      }
    }
    return new CallMemory(armci, memory, layout);
  }

  Armci armci() {
    return armci;
  }

  GlobalMemory memory() {
    return memory;
  }

  CallLayout layout() {
    return layout;
  }

  int rank() {
    return armci.rank();
  }

  /**
   * Reads a word of this rank's own block, with acquire. Always a plain load, even if the transport
   * reaches the rank's own memory by its network, as each call reads many words.
   */
  long own(long offset) {
    return Words.getAcquire(memory.local(), offset);
  }

  /**
   * Starts to write bytes, then words and then a signal word to another rank's block, as one
   * message if the network supports that.
   */
  void send(
      MemorySegment bytes,
      long sizeBytes,
      int rank,
      long offset,
      WordWrites words,
      long signal,
      long value,
      Handle handle) {
    armci
        .signals()
        .nbPut(bytes, 0, memory, rank, offset, sizeBytes, memory, words, signal, value, handle);
  }

  /** Writes as {@link #send} does, if that needs no wait; else returns false and writes nothing. */
  boolean trySend(
      MemorySegment bytes,
      long sizeBytes,
      int rank,
      long offset,
      WordWrites words,
      long signal,
      long value) {
    return armci
        .helperSignals()
        .tryPut(bytes, 0, memory, rank, offset, sizeBytes, words, signal, value);
  }

  /** Returns whether this rank's loads and stores reach another rank's block, without a network. */
  boolean reaches(int rank) {
    return memory.view(rank) != null;
  }

  /** Makes this rank's helper thread look for requests once it is woken. */
  void markArrival() {
    Words.setRelease(memory.local(), CallLayout.ARRIVALS, nextBump());
  }

  /** Makes this rank's helper thread look for requests now. */
  void wakeHelper() {
    markArrival();
    armci.helperSignals().wake();
  }

  /** Waits, as the helper thread, for requests and for replies to the calls of its handlers. */
  void awaitArrival(long seen, long timeoutNanos) {
    armci.helperSignals().waitUntil(memory, CallLayout.ARRIVALS, Comparison.NE, seen, timeoutNanos);
  }

  /**
   * Changes a rank's word for arrivals, as {@link #bumpChanges} does, and wakes its helper thread.
   */
  void bumpArrivals(int rank) {
    armci.helperSignals().signal(memory, rank, CallLayout.ARRIVALS, nextBump());
  }

  /**
   * Returns a value that no rank or thread has written or will write to a word for arrivals or
   * changes.
   */
  long nextBump() {
    return bumps.incrementAndGet() * armci.size() + armci.rank();
  }

  /**
   * Changes a rank's word for changes, after the event that it announces. Several ranks and threads
   * change it.
   *
   * <p>Each value is unique, so a waiter that read the word before it checked for events sees a
   * change. A plain store suffices. If two writers store at once, the overwritten writer's event
   * precedes its store, and a rank that sees the later value also sees that event: on the supported
   * CPUs (x86-64, aarch64) a store becomes visible to all others at the same moment.
   */
  void bumpChanges(int rank) {
    if (rank == rank()) {
      Words.setRelease(memory.local(), CallLayout.CHANGES, nextBump());
      armci.signals().wake(memory, rank);
    } else {
      armci.signal(memory, rank, CallLayout.CHANGES, nextBump());
    }
  }

  /** Throws if a rank has failed that a handler's own call waits for. */
  void requireWell(int target) {
    for (RankLoss loss : armci.failures()) {
      if (loss.failure().rank() == target) {
        throw new RankFailedException("reply to a call", loss.failure());
      }
    }
  }

  /** Throws unless the job goes on without the rank that an exception names. */
  void requireGoesOn(RankFailedException lost) {
    if (armci.failures().isEmpty()) {
      throw lost;
    }
  }

  /**
   * Tells a peer that this rank serves no more calls, and wakes the peer's waits for replies and
   * slots, also those of its handlers.
   */
  void tellClosed(int peer) {
    armci.signal(memory, peer, layout.closed(armci.rank()), 1);
    bumpChanges(peer);
    bumpArrivals(peer);
  }

  /** Returns whether a rank serves no more calls. */
  boolean isClosed(int peer) {
    return own(layout.closed(peer)) != 0;
  }
}
