package org.armci4j.testkit.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.armci4j.GlobalMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/** Checks that a put is seen after the earlier put. */
@JCStressTest
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the flag without the data")
@Outcome(expect = ACCEPTABLE, desc = "the data come with the flag, or before it")
@State
public class MessagePassing {
  private static final TwoRanks JOB = new TwoRanks();
  private static final GlobalMemory[] MEMORY = JOB.memory();

  private final long data = JOB.nextPlace();
  private final long flag = data + Long.BYTES;

  /** Clears the round's place. */
  public MessagePassing() {
    JOB.ranks[1].putLong(MEMORY[1], 1, data, 0);
    JOB.ranks[1].putLong(MEMORY[1], 1, flag, 0);
  }

  /** Puts as rank 0. */
  @Actor
  public void put() {
    JOB.ranks[0].putInt(MEMORY[0], 1, data, 7);
    JOB.ranks[0].putLong(MEMORY[0], 1, flag, 1);
  }

  /** Reads as rank 1. */
  @Actor
  public void look(JI_Result result) {
    result.r1 = JOB.ranks[1].getLong(MEMORY[1], 1, flag);
    result.r2 = JOB.ranks[1].getInt(MEMORY[1], 1, data);
  }
}
