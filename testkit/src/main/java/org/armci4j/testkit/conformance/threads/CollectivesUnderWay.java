package org.armci4j.testkit.conformance.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.conformance.collective.CollectiveFlight;
import org.armci4j.testkit.conformance.collective.FlightGroup;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Keeps several collectives of one group under way at once, nonblocking and persistent, with
 * blocking ones between. Each rank completes them in an order of its own. All ranks make the same
 * number of rounds.
 */
final class CollectivesUnderWay implements ThreadWork {
  private static final int AT_ONCE = 8;

  private final Trial trial;
  private final SplittableRandom random;
  private final SplittableRandom common;
  private final FlightGroup group;
  private final GlobalMemory memory;
  private final List<CollectiveFlight> started = new ArrayList<>();

  /**
   * @param common draws the same on all ranks
   * @param memory of the group alone
   */
  CollectivesUnderWay(
      Trial trial,
      SplittableRandom random,
      SplittableRandom common,
      FlightGroup group,
      GlobalMemory memory) {
    this.trial = trial;
    this.random = random;
    this.common = common;
    this.group = group;
    this.memory = memory;
    group.plan(common.split(), random, memory, AT_ONCE * CollectiveFlight.ROOM_BYTES);
  }

  /** Allocates memory of one group. Collective. */
  static GlobalMemory allocate(Armci armci) {
    return armci.allocate((AT_ONCE + FlightGroup.PERSISTENT) * CollectiveFlight.ROOM_BYTES);
  }

  @Override
  public void next() {
    for (int i = 0; i < AT_ONCE; i++) {
      SplittableRandom drawn = common.split();
      if (drawn.nextInt(4) == 0) {
        startAgain(drawn.nextInt(FlightGroup.PERSISTENT));
      } else {
        started.add(group.start(drawn.split(), random, memory, i * CollectiveFlight.ROOM_BYTES));
      }
      if (drawn.nextInt(6) == 0) {
        group.block(drawn);
      }
      if (random.nextInt(8) == 0) {
        completeOne();
      }
    }
    while (!started.isEmpty()) {
      completeOne();
    }
  }

  private void startAgain(int index) {
    CollectiveFlight flight = group.startAgain(index, random.nextBoolean());
    started.remove(flight);
    started.add(flight);
  }

  private void completeOne() {
    CollectiveFlight flight = started.remove(random.nextInt(started.size()));
    flight.complete(trial, random.nextBoolean());
  }
}
