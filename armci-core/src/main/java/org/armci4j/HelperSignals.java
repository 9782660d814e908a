package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.WordWrites;
import org.armci4j.waiting.Waiter;

/**
 * Signals to helper threads, and how such a thread waits for them. For extensions of the runtime
 * that serve requests on a thread of their own, such as {@code org.armci4j.call}; programs use
 * {@link Armci#signal} and {@link Armci#waitUntil}.
 *
 * <p>A helper has a bell of its own: it is nearly always parked, and signals to the rank's own
 * waits shall not pay for waking it.
 *
 * <p>Obtained from {@link Armci#helperSignals}. Ordering and errors are those of {@link Armci}.
 */
public final class HelperSignals {
  private final int rank;
  private final Tickets transfers;
  private final Waiter waiter;
  private final Transport transport;

  HelperSignals(Job job) {
    this.rank = job.rank();
    this.transfers = job.transfers();
    this.waiter = job.helperWaiter();
    this.transport = job.transport();
  }

  /**
   * Writes a signal word: a rank that sees it sees all that this thread put to the same rank
   * before. Wakes the rank's helper thread.
   *
   * @param memory the global memory
   * @param target the rank to signal
   * @param offset where the word is in the target's block, a multiple of 8
   * @param value the word's new value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void signal(GlobalMemory memory, int target, long offset, long value) {
    Checks.word(transfers, "signal", memory, target, offset).signalHelper(offset, value);
  }

  /**
   * Waits, as a helper thread, until a word of this rank's own block stands in a relation to a
   * value.
   *
   * @param memory the global memory
   * @param offset where the word is in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value what the word is compared with
   * @param timeoutNanos how long to wait, in nanoseconds
   * @return the word as it was seen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time is over
   */
  public long waitUntil(
      GlobalMemory memory, long offset, Comparison comparison, long value, long timeoutNanos) {
    RemoteBlock block = Checks.word(transfers, "waitUntil", memory, rank, offset);
    Objects.requireNonNull(comparison, "comparison");
    return waiter.awaitWord(block.view(), offset, comparison, value, timeoutNanos, memory);
  }

  /**
   * Wakes this rank's own helper threads, so that they look again at what they wait for.
   *
   * @throws ArmciException when the runtime is closed
   */
  public void wake() {
    transfers.requireOpen("wake");
    waiter.wake();
  }

  /**
   * Gives work to the thread that takes in what a network brings, where there is one: it is called
   * behind each {@link #signal} that comes by the network, before a helper thread of {@link
   * #waitUntil} is woken, and instead of that where it says so. Signals of ranks of the same host
   * go past it, and so does every signal where there is no network.
   *
   * @param work returns whether helper threads are to be woken; must neither wait nor throw; one
   *     thread at a time calls it, which may be one of the rank's own that waits
   * @throws ArmciException when the runtime is closed
   */
  public void addWork(BooleanSupplier work) {
    transfers.requireOpen("addWork");
    transport.addHelperWork(Objects.requireNonNull(work, "work"));
  }

  /**
   * Takes back what {@link #addWork} was given. When this returns it does not run any more.
   *
   * @param work as it was given
   * @throws ArmciException when the runtime is closed
   */
  public void removeWork(BooleanSupplier work) {
    transfers.requireOpen("removeWork");
    transport.removeHelperWork(Objects.requireNonNull(work, "work"));
  }

  /**
   * Does what {@link Signals#nbPut} does if nothing has to be waited for, by a thread that must not
   * wait. It goes past all that other threads have called.
   *
   * @param source memory of this rank's own block of some global memory
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data and the words
   * @param target the rank to write to and to signal
   * @param offset first byte of the data in the target's block
   * @param sizeBytes how many bytes, as many as fit into one message at most; they stay as they are
   *     until the target has seen the signal
   * @param words those that are written before the signal word, at multiples of 8; read in this
   *     call
   * @param signalOffset where the signal word is in the target's block, a multiple of 8
   * @param signalValue its new value
   * @return false when nothing was written, as that would have had to wait
   * @throws ArmciException when the data are not inside the block, a word is not an aligned one
   *     inside its block, the source is shorter or its arena is closed, or the memory is freed
   */
  public boolean tryPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int target,
      long offset,
      long sizeBytes,
      WordWrites words,
      long signalOffset,
      long signalValue) {
    RemoteBlock block = Checks.word(transfers, "tryPut", memory, target, signalOffset);
    Objects.requireNonNull(words, "words");
    for (int i = 0; i < words.count(); i++) {
      Checks.word("tryPut", block, words.offset(i));
    }
    Checks.range("tryPut", block, offset, sizeBytes);
    Checks.local("tryPut", "source", source, sourceOffset, sizeBytes);
    Checks.usable("tryPut", "source", source);
    return block.tryPutSignal(
        source, sourceOffset, offset, sizeBytes, block, words, signalOffset, signalValue);
  }
}
