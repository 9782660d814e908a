package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.armci4j.ArmciException;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every algorithm of every collective once through an RDMA device, against the oracle. */
class CollectivesLab {
  private static final int[] COUNTS = {1, 300, 3000};

  /** Several blocks, in global memory: what moves data straight to its place does so here. */
  private static final int MANY = 10_000;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 8})
  void give(int ranks) {
    RankThreads.of(ranks)
        .over("verbs")
        .with(VerbsSettings.SAME_HOST, VerbsSettings.SameHost.DEVICE)
        .within(Duration.ofMinutes(5))
        .with(CollectivesSettings.CHECK, true)
        .run(
            armci -> {
              Collectives collectives = Collectives.of(armci);
              OneCall call = new OneCall(armci, collectives, 16L * MANY * ranks);
              for (AlgorithmInfo info : Collectives.algorithms()) {
                if (info.name().equals(DirectCollectives.NAME)) {
                  Collectives direct = collectives.using(info.operation(), info.name());
                  assertThrows(
                      ArmciException.class,
                      () -> check(call, direct, info.operation(), ranks),
                      "memory is not shared");
                } else if (AlgorithmsTest.serves(info, ranks)) {
                  check(
                      call,
                      collectives.using(info.operation(), info.name()),
                      info.operation(),
                      ranks);
                }
              }
            });
  }

  private static void check(OneCall call, Collectives by, Operation operation, int ranks) {
    for (int count : COUNTS) {
      Where where = count == 300 ? Where.GLOBAL : Where.HEAP;
      call.check(by, operation, Sample.LONGS, count, ranks - 1, where, true, count);
    }
    if (operation == Operation.BROADCAST || operation == Operation.ALLGATHER) {
      call.check(by, operation, Sample.LONGS, MANY, 0, Where.GLOBAL, true, MANY);
    }
  }
}
