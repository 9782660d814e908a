package org.armci4j.testkit.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.armci4j.GlobalMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Checks that two ranks with a fence between put and get do not both miss the other's put. */
@JCStressTest
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "both missed the other's put")
@Outcome(expect = ACCEPTABLE, desc = "one was first")
@State
public class StoreBuffering {
  private static final TwoRanks JOB = new TwoRanks();
  private static final GlobalMemory[] MEMORY = JOB.memory();

  private final long place = JOB.nextPlace();

  /** Clears the round's place. */
  public StoreBuffering() {
    JOB.ranks[0].putLong(MEMORY[0], 0, place, 0);
    JOB.ranks[1].putLong(MEMORY[1], 1, place, 0);
  }

  /** Acts as rank 0. */
  @Actor
  public void first(JJ_Result result) {
    result.r1 = putAndGet(0);
  }

  /** Acts as rank 1. */
  @Actor
  public void second(JJ_Result result) {
    result.r2 = putAndGet(1);
  }

  private long putAndGet(int me) {
    JOB.ranks[me].putLong(MEMORY[me], 1 - me, place, 1);
    JOB.ranks[me].fence(1 - me);
    return JOB.ranks[me].getLong(MEMORY[me], me, place);
  }
}
