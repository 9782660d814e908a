package org.armci4j.testkit.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.DD_Result;

/** Checks that accumulates of two ranks into the same elements lose nothing. */
@JCStressTest
@Outcome(id = "3.0, 3.0", expect = ACCEPTABLE, desc = "both are in the sums")
@Outcome(expect = FORBIDDEN, desc = "one is lost")
@State
public class AccumulateAtomicity {
  private static final TwoRanks JOB = new TwoRanks();
  private static final GlobalMemory[] MEMORY = JOB.memory();
  private static final Accumulation SUM = Accumulation.ofDouble(1);
  private static final int ELEMENTS = 8;
  private static final int LAST_OFFSET = (ELEMENTS - 1) * Double.BYTES;

  private final long place = JOB.nextPlace();

  /** Clears the round's place. */
  public AccumulateAtomicity() {
    MEMORY[1].local().asSlice(place, TwoRanks.PLACE_BYTES).fill((byte) 0);
  }

  /** Adds 1 as rank 0. */
  @Actor
  public void first() {
    add(0, 1);
  }

  /** Adds 2 as rank 1. */
  @Actor
  public void second() {
    add(1, 2);
  }

  private void add(int rank, double value) {
    double[] values = new double[ELEMENTS];
    values[0] = value;
    values[ELEMENTS - 1] = value;
    JOB.ranks[rank].accumulate(SUM, MemorySegment.ofArray(values), MEMORY[rank], 1, place);
  }

  /** Reads the sums when both are done. */
  @Arbiter
  public void judge(DD_Result result) {
    result.r1 = JOB.ranks[1].getDouble(MEMORY[1], 1, place);
    result.r2 = JOB.ranks[1].getDouble(MEMORY[1], 1, place + LAST_OFFSET);
  }
}
