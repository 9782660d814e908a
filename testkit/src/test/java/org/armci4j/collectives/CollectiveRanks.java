package org.armci4j.collectives;

import java.util.function.BiConsumer;
import org.armci4j.Armci;
import org.armci4j.testkit.harness.RankThreads;

/** Runs jobs whose ranks make collectives of the world, and close them at the end. */
final class CollectiveRanks {
  private CollectiveRanks() {}

  static void run(RankThreads job, BiConsumer<Armci, Collectives> body) {
    job.run(
        armci -> {
          Collectives collectives = Collectives.of(armci);
          body.accept(armci, collectives);
          collectives.close();
        });
  }
}
