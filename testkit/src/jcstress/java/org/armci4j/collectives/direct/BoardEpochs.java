package org.armci4j.collectives.direct;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.armci4j.Armci;
import org.armci4j.testkit.stress.TwoRanks;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/**
 * Runs an epoch of the smallest board, whose two slots are used again at once. Each rank finds in
 * the other's slot the first and the last word that the other published in the same epoch.
 */
@JCStressTest
@Outcome(id = "0, 0, 0, 0", expect = ACCEPTABLE, desc = "data of the same epoch")
@Outcome(expect = FORBIDDEN, desc = "data of another epoch")
@State
public class BoardEpochs {
  private static final int WORDS = 4;
  private static final TwoRanks JOB = new TwoRanks();
  private static final Side[] SIDES = Side.both(JOB);

  /** Holds one rank's board, which one thread after the other uses. */
  private static final class Side {
    private final EpochBoard board;
    private long epoch;
    private long slot;

    private Side(Armci armci) {
      board = new EpochBoard(armci, armci.world(), 2, (long) WORDS * Long.BYTES, false);
    }

    static Side[] both(TwoRanks job) {
      return job.both(rank -> new Side(job.ranks[rank])).toArray(Side[]::new);
    }

    void exchange() {
      epoch++;
      slot = board.enter();
      board.claim();
      for (int word = 0; word < WORDS; word++) {
        board.own().set(JAVA_LONG, slot + (long) word * Long.BYTES, epoch);
      }
      board.publish();
      board.await(1 - board.place());
      board.heardAll();
    }

    /** Returns the distance of a word of the other's slot from the present epoch. */
    long read(int word) {
      return board.view(1 - board.place()).get(JAVA_LONG, slot + (long) word * Long.BYTES) - epoch;
    }

    void finish() {
      board.finish();
    }
  }

  /** Acts as rank 0. */
  @Actor
  public void first(JJJJ_Result result) {
    SIDES[0].exchange();
    result.r1 = SIDES[0].read(0);
    result.r2 = SIDES[0].read(WORDS - 1);
    SIDES[0].finish();
  }

  /** Acts as rank 1. */
  @Actor
  public void second(JJJJ_Result result) {
    SIDES[1].exchange();
    result.r3 = SIDES[1].read(0);
    result.r4 = SIDES[1].read(WORDS - 1);
    SIDES[1].finish();
  }
}
