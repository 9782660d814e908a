package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.Words;
import org.armci4j.transport.WordWrites;

/** The words of {@link CallLayout} in all ranks' blocks, as one rank uses them. */
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

  /** Collective; ranks that do not agree on the layout all throw. */
  static CallMemory allocate(Armci armci, CallLayout layout) {
    GlobalMemory memory = armci.allocate(layout.sizeBytes());
    armci.putLong(memory, armci.rank(), CallLayout.AGREEMENT, layout.agreement());
    armci.barrier();
    for (int rank = 0; rank < armci.size(); rank++) {
      long other = armci.getLong(memory, rank, CallLayout.AGREEMENT);
      if (other != layout.agreement()) {
        armci.free(memory); // Collective: when two disagree, every rank finds one to disagree with.
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
   * Reads a word of this rank's own block, with acquire: by a load, also where a transport reaches
   * even the rank's own memory by its network, as this looks at many words for each call.
   */
  long own(long offset) {
    return Words.getAcquire(memory.local(), offset);
  }

  /**
   * Starts to write bytes, then words and then a signal word to another rank's block, as one
   * message where the network has such.
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

  /** Does that at once, or not at all; false when something would have to be waited for. */
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

  /** Whether this rank's loads and stores reach another's block: no network is between them. */
  boolean reaches(int rank) {
    return memory.view(rank) != null;
  }

  /** Has this rank's thread of the calls look for requests, once it is woken. */
  void markArrival() {
    Words.setRelease(memory.local(), CallLayout.ARRIVALS, nextBump());
  }

  /** Has it look for them now. */
  void wakeHelper() {
    markArrival();
    armci.helperSignals().wake();
  }

  /** The helper's wait for requests, and for replies to its handlers' own calls. */
  void awaitArrival(long seen, long timeoutNanos) {
    armci.helperSignals().waitUntil(memory, CallLayout.ARRIVALS, Comparison.NE, seen, timeoutNanos);
  }

  /** Tells a rank's helper that something has arrived; as {@link #bump}. */
  void bumpArrivals(int rank) {
    armci.helperSignals().signal(memory, rank, CallLayout.ARRIVALS, nextBump());
  }

  /** What nobody has written or will write to a word that {@link #bump} changes. */
  long nextBump() {
    return bumps.incrementAndGet() * armci.size() + armci.rank();
  }

  /**
   * Changes a word that several ranks and threads change, after what it tells of.
   *
   * <p>The value is one that nobody has written or will write, so a waiter that saw any other value
   * before it looked around sees a change. A plain store does: when two write at once, the one
   * whose value is overwritten has done before what it tells of, and a rank that sees the later
   * value sees that, as on all our CPUs (x86-64, aarch64) a store becomes visible to all others at
   * one moment.
   */
  void bump(int rank, long offset) {
    if (rank == rank()) {
      Words.setRelease(memory.local(), offset, nextBump());
      armci.signals().wake(memory, rank);
    } else {
      armci.signal(memory, rank, offset, nextBump());
    }
  }

  /**
   * Tells a rank that this one serves no more calls: its waits for replies and slots, and those of
   * its handlers, look again.
   */
  void tellClosed(int peer) {
    armci.signal(memory, peer, layout.closed(armci.rank()), 1);
    bump(peer, CallLayout.CHANGES);
    bumpArrivals(peer);
  }

  /** Whether a rank serves no more calls. */
  boolean isClosed(int peer) {
    return own(layout.closed(peer)) != 0;
  }
}
