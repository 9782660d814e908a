package org.armci4j.testkit.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.armci4j.Mutexes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Counts on two ranks under a mutex, with plain loads and stores. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "each saw the last holder's count")
@Outcome(expect = FORBIDDEN, desc = "a count is lost")
@State
public class MutexExclusion {
  private static final TwoRanks JOB = new TwoRanks();
  private static final Mutexes[] MUTEXES = JOB.mutexes();

  private int count;

  /** Acts as rank 0. */
  @Actor
  public void first() {
    countAs(0);
  }

  /** Acts as rank 1. */
  @Actor
  public void second() {
    countAs(1);
  }

  private void countAs(int rank) {
    MUTEXES[rank].lock(0, 0);
    count++;
    MUTEXES[rank].unlock(0, 0);
  }

  /** Reads the count when both are done. */
  @Arbiter
  public void judge(I_Result result) {
    result.r1 = count;
  }
}
