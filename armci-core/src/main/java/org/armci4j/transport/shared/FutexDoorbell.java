package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.transport.Doorbell;

/**
 * The bell of one rank, in memory that all ranks of the host see; the kernel's futex does the
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

  private final Mapping mapping;
  private final MemorySegment words;
  private final Futex futex;

  /**
   * @param mapping {@link RankWords#SIZE_BYTES} of shared memory
   * @param futex how to sleep and wake
   */
  FutexDoorbell(Mapping mapping, Futex futex) {
    this.mapping = mapping;
    this.words = mapping.memory();
    this.futex = futex;
  }

  /** One load, which stays in the caller's cache while nobody parks. */
  void ringIfParked() {
    if ((int) INT.getOpaque(words, RankWords.PARKED) != 0) {
      ring();
    }
  }

  @Override
  public void ring() {
    INT.getAndAdd(words, RankWords.BELL, 1);
    futex.wakeAll(words.address() + RankWords.BELL);
  }

  @Override
  public int announce() {
    INT.getAndAdd(words, RankWords.PARKED, 1);
    return (int) INT.getAcquire(words, RankWords.BELL);
  }

  @Override
  public void park(int ticket, long timeoutNanos) {
    futex.await(words.address() + RankWords.BELL, ticket, timeoutNanos);
  }

  @Override
  public void retract() {
    INT.getAndAdd(words, RankWords.PARKED, -1);
  }

  /** The rank's words, of which the bell is one. */
  MemorySegment words() {
    return words;
  }

  void close() {
    mapping.close();
  }
}
