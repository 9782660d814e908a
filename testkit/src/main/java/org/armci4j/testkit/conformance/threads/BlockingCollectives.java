package org.armci4j.testkit.conformance.threads;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.testkit.conformance.collective.CollectiveFlight;
import org.armci4j.testkit.conformance.collective.CollectiveModel;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Calls blocking collectives of all kinds through one object, and barriers that no rank leaves
 * before all have come. All ranks make the same number of rounds.
 */
final class BlockingCollectives implements ThreadWork {
  private static final long BARRIERS = CollectiveFlight.ROOM_BYTES;
  private static final long SIZE_BYTES = BARRIERS + Long.BYTES;

  private final Trial trial;
  private final SplittableRandom random;
  private final SplittableRandom common;
  private final Collectives collectives;
  private final GlobalMemory memory;
  private long barriers;

  /**
   * @param common draws the same on all ranks
   * @param memory of this object alone
   */
  BlockingCollectives(
      Trial trial,
      SplittableRandom random,
      SplittableRandom common,
      Collectives collectives,
      GlobalMemory memory) {
    this.trial = trial;
    this.random = random;
    this.common = common;
    this.collectives = collectives;
    this.memory = memory;
  }

  /** Allocates memory of one object. Collective. */
  static GlobalMemory allocate(Armci armci) {
    return armci.allocate(SIZE_BYTES);
  }

  @Override
  public void next() {
    SplittableRandom drawn = common.split();
    if (drawn.nextInt(4) == 0) {
      barrier();
      return;
    }
    CollectiveModel model = new CollectiveModel(drawn, trial.size());
    CollectiveFlight flight = new CollectiveFlight(model, trial.rank(), random, memory, 0);
    flight.fill();
    flight.run(collectives);
    flight.requireResult(trial);
  }

  private void barrier() {
    long number = ++barriers;
    trial.armci().putLong(memory, trial.rank(), BARRIERS, number);
    collectives.barrier();
    for (int rank = 0; rank < trial.size(); rank++) {
      int other = rank;
      trial.require(
          trial.armci().getLong(memory, rank, BARRIERS) >= number,
          () -> Text.format("left barrier %d before rank %d had come", number, other));
    }
  }
}
