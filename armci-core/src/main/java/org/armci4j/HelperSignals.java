package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.WordWrites;
import org.armci4j.waiting.Waiter;

/**
 * Sends signals to helper threads and lets such a thread wait for them. For extensions of the
 * runtime that serve requests on their own thread, such as {@code org.armci4j.call}; programs use
 * {@link Armci#signal} and {@link Armci#waitUntil}.
 *
 * <p>A helper has its own doorbell: it is nearly always parked, and signals to the rank's own waits
 * should not pay for waking it.
 *
 * <p>Obtained from {@link Armci#helperSignals}. Ordering and errors are those of {@link Armci}.
 */
public final class HelperSignals {
  private final int rank;
  private final Tickets tickets;
  private final Waiter waiter;
  private final Transport transport;

  HelperSignals(RankRuntime runtime) {
    this.rank = runtime.rank();
    this.tickets = runtime.tickets();
    this.waiter = runtime.helperWaiter();
    this.transport = runtime.transport();
  }

  /**
   * Writes a signal word. A rank that sees it also sees all earlier puts of this thread to the same
   * rank. Wakes the rank's helper thread.
   *
   * @param memory the global memory
   * @param target the rank to signal
   * @param offset offset of the word in the target's block, a multiple of 8
   * @param value the word's new value
   * @throws ArmciException when no aligned word of the block begins at the offset, or the memory is
   *     freed
   */
  public void signal(GlobalMemory memory, int target, long offset, long value) {
    Checks.word(tickets, "signal", memory, target, offset).signalHelper(offset, value);
  }

  /**
   * Waits, as a helper thread, until a word of this rank's own block stands in a relation to a
   * value.
   *
   * @param memory the global memory
   * @param offset offset of the word in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value the value to compare the word with
   * @param timeoutNanos longest wait, in nanoseconds
   * @return the word that was read
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException when the time has passed
   */
  public long waitUntil(
      GlobalMemory memory, long offset, Comparison comparison, long value, long timeoutNanos) {
    RemoteBlock block = Checks.word(tickets, "waitUntil", memory, rank, offset);
    Objects.requireNonNull(comparison, "comparison");
    return waiter.awaitWord(
        block.view(), offset, comparison.condition(), value, timeoutNanos, memory);
  }

  /**
   * Wakes this rank's own helper threads, so that they poll again.
   *
   * @throws ArmciException when the runtime is closed
   */
  public void wake() {
    tickets.requireOpen("wake");
    waiter.wake();
  }

  /**
   * Registers work for the thread that receives messages from the network. The work runs after each
   * {@link #signal} that arrives by the network, before a helper thread in {@link #waitUntil} is
   * woken; its result decides whether that thread is woken at all. Signals from ranks of the same
   * host, and all signals without a network, do not run it.
   *
   * @param work returns whether to wake helper threads; must neither wait nor throw. One thread at
   *     a time calls it, which may be a thread of this rank that waits
   * @throws ArmciException when the runtime is closed
   */
  public void addReceiverWork(BooleanSupplier work) {
    tickets.requireOpen("addReceiverWork");
    transport.addHelperWork(Objects.requireNonNull(work, "work"));
  }

  /**
   * Removes work that {@link #addReceiverWork} registered. When this returns, the work does not run
   * any more.
   *
   * @param work the same object as was registered
   * @throws ArmciException when the runtime is closed
   */
  public void removeReceiverWork(BooleanSupplier work) {
    tickets.requireOpen("removeReceiverWork");
    transport.removeHelperWork(Objects.requireNonNull(work, "work"));
  }

  /**
   * Writes data, words and a signal as {@link Signals#nbPut} does, if that needs no wait; for
   * threads that must not wait. Bypasses the queued operations of other threads.
   *
   * @param source memory of this rank's own block of some global memory
   * @param sourceOffset first byte in the source
   * @param memory the global memory of the data and the words
   * @param target the rank to write to and to signal
   * @param offset first byte of the data in the target's block
   * @param sizeBytes number of bytes, which must fit into one message; the bytes must not change
   *     until the target has seen the signal
   * @param words the words to write before the signal word, at multiples of 8; not used after this
   *     call returns
   * @param signalOffset offset of the signal word in the target's block, a multiple of 8
   * @param signalValue its new value
   * @return false when the write would have to wait; nothing was written then
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
    RemoteBlock block = Checks.word(tickets, "tryPut", memory, target, signalOffset);
    Objects.requireNonNull(words, "words");
    for (int i = 0; i < words.count(); i++) {
      Checks.word("tryPut", block, words.offset(i));
    }
    Checks.range("tryPut", block, offset, sizeBytes);
    Checks.local("tryPut", "source", source, sourceOffset, sizeBytes);
    InPlace.requireUsable("tryPut", "source", source);
    return block.tryPutSignal(
        source, sourceOffset, offset, sizeBytes, block, words, signalOffset, signalValue);
  }
}
