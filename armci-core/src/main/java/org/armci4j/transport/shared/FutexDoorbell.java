package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.waiting.Doorbell;

/**
 * Bell of one rank, in memory that all ranks of the host see. Sleepers wait in the kernel's futex.
 *
 * <p>No ring is lost between {@link #announce} and {@link #park}. A waiter adds to {@code parked}
 * with a full barrier and only then reads the bell. A ringer that sees {@code parked} changes the
 * bell, and the kernel compares the bell with the ticket before it sleeps. A ringer that read
 * {@code parked} before the waiter's addition misses the waiter; {@link DirectBlock#signal} says
 * why that is cheap.
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
   * @param futex sleeps and wakes
   */
  FutexDoorbell(MemorySegment words, long offset, Futex futex) {
    this.words = words;
    this.parked = offset + RankWords.PARKED;
    this.bell = offset + RankWords.BELL;
    this.futex = futex;
  }

  /**
   * Rings if a waiter is parked. Costs one load, which hits the caller's cache while nobody parks.
   */
  void ringIfParked() {
    if ((int) INT.getOpaque(NativeMemory.exact(words), parked) != 0) {
      ring();
    }
  }

  /**
   * Rings the bell. The addition here and that of {@link #announce} are full barriers, so at least
   * one of the two threads sees the other's.
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
