package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.waiting.Doorbell;

/**
 * A bell of one rank, in memory that all ranks of the host see; the kernel's futex does the
 * sleeping.
 *
 * <p>Why no ring is lost between {@link #announce} and {@link #park}: announce adds to {@code
 * parked} with a full barrier and only then reads the bell; a ringer that sees {@code parked}
 * changes the bell, and the kernel compares the bell with the ticket before it sleeps. A ringer
 * that read {@code parked} before the waiter's add is missed; {@link DirectBlock#signal} says why
 * that is cheap.
 */
final class FutexDoorbell implements Doorbell {
  private static final VarHandle INT = JAVA_INT.varHandle();

  private final MemorySegment words;
  private final long parked;
  private final long bell;
  private final Futex futex;

  /**
   * @param words the rank's {@link RankWords}
   * @param offset where this bell begins in them
   * @param futex how to sleep and wake
   */
  FutexDoorbell(MemorySegment words, long offset, Futex futex) {
    this.words = words;
    this.parked = offset + RankWords.PARKED;
    this.bell = offset + RankWords.BELL;
    this.futex = futex;
  }

  /** One load, which stays in the caller's cache while nobody parks. */
  void ringIfParked() {
    if ((int) INT.getOpaque(NativeMemory.exact(words), parked) != 0) {
      ring();
    }
  }

  /**
   * The addition is a full barrier, as is that of {@link #announce}: one of the two sees the other.
   */
  @Override
  public void ring() {
    INT.getAndAdd(NativeMemory.exact(words), bell, 1);
    if ((int) INT.getOpaque(NativeMemory.exact(words), parked) != 0) {
      futex.wakeAll(words.address() + bell);
    }
  }

  @Override
  public int announce() {
    INT.getAndAdd(NativeMemory.exact(words), parked, 1);
    return (int) INT.getAcquire(NativeMemory.exact(words), bell);
  }

  @Override
  public void park(int ticket, long timeoutNanos) {
    futex.await(words.address() + bell, ticket, timeoutNanos);
  }

  @Override
  public void retract() {
    INT.getAndAdd(NativeMemory.exact(words), parked, -1);
  }
}
