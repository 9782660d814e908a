package org.armci4j.collectives;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * How the thread that drives collectives goes to sleep while another starts one: no fence is
 * between the start's count and its look at the sleeper, but both hold the lanes' lock once, and so
 * cannot both miss the other.
 */
@JCStressTest
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "asleep with something under way")
@Outcome(expect = ACCEPTABLE, desc = "one of them has seen the other")
@State
public class ProgressSleep {
  private final LaneLock lock = new LaneLock();
  private boolean isUnderWay;
  private volatile boolean asleep;

  /** Starts something, and looks whether somebody is to be woken. */
  @Actor
  public void starter(ZZ_Result result) {
    lock.take();
    isUnderWay = true;
    lock.release();
    result.r1 = asleep;
  }

  /** Says that it sleeps, and looks whether something is under way. */
  @Actor
  public void sleeper(ZZ_Result result) {
    asleep = true;
    lock.take();
    result.r2 = isUnderWay;
    lock.release();
  }
}
