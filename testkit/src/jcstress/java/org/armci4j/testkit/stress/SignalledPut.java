package org.armci4j.testkit.stress;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJJ_Result;

/** Checks that a signal is seen after the data put with it: the first word and the last. */
@JCStressTest
@Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "no signal yet")
@Outcome(id = "true, 7, 8", expect = ACCEPTABLE, desc = "the signal with the data")
@Outcome(expect = FORBIDDEN, desc = "the signal without the data")
@State
public class SignalledPut {
  private static final int WORDS = 6;
  private static final TwoRanks JOB = new TwoRanks();
  private static final GlobalMemory[] MEMORY = JOB.memory();
  private static final MemorySegment SOURCE = MemorySegment.ofArray(new long[] {7, 1, 2, 3, 4, 8});

  private final long data = JOB.nextPlace();
  private final long signal = data + WORDS * Long.BYTES;

  /** Clears the round's place. */
  public SignalledPut() {
    MEMORY[1].local().asSlice(data, TwoRanks.PLACE_BYTES).fill((byte) 0);
  }

  /** Puts as rank 0. */
  @Actor
  public void put() {
    JOB.ranks[0].putSignal(SOURCE, MEMORY[0], 1, data, signal, 1);
  }

  /** Reads as rank 1, with plain loads after the signal. */
  @Actor
  public void look(ZJJ_Result result) {
    result.r1 = JOB.ranks[1].signals().test(MEMORY[1], signal, Comparison.EQ, 1);
    result.r2 = MEMORY[1].local().get(JAVA_LONG, data);
    result.r3 = MEMORY[1].local().get(JAVA_LONG, data + (WORDS - 1) * Long.BYTES);
  }
}
