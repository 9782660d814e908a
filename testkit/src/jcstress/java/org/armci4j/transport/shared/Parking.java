package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Parks a waiter while another rank adds to the awaited word, as {@link DirectBlock#signalAdd}
 * does, where no park is missed. A waiter that has not seen the word finds that the bell has been
 * rung, or the ringer finds the waiter announced and wakes it.
 */
@JCStressTest
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "it sleeps, and nobody wakes it")
@Outcome(expect = ACCEPTABLE, desc = "it has seen the word, or is woken")
@State
public class Parking implements Futex {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final MemorySegment words = Arena.ofAuto().allocate(RankWords.SIZE_BYTES, 8);
  private final MemorySegment word = MemorySegment.ofArray(new long[1]);
  private final FutexDoorbell doorbell = new FutexDoorbell(words, RankWords.WAITS, this);
  private boolean woken;

  @Override
  public void await(long address, int expected, long timeoutNanos) {
    throw new AssertionError("nobody sleeps here");
  }

  @Override
  public void wakeAll(long address) {
    woken = true;
  }

  /** Acts as the waiter, up to the point of sleep. */
  @Actor
  public void announce(ZZ_Result result) {
    doorbell.announce();
    result.r1 = (long) LONG.getAcquire(word, 0L) != 0;
  }

  /** Acts as the rank that signals. */
  @Actor
  public void signal(ZZ_Result result) {
    LONG.getAndAdd(word, 0L, 1L);
    doorbell.ringIfParked();
    result.r2 = woken;
  }
}
