package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.armci4j.Armci;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.collectives.direct.DirectCollectives;
import org.armci4j.error.ArmciException;

/**
 * Runs every algorithm of every collective once where ranks share no memory, against the oracle.
 */
public final class EveryAlgorithm {
  private static final int[] COUNTS = {1, 300, 3000};

  /** Elements of several blocks, in global memory, so that straight algorithms write straight. */
  private static final int MANY = 10_000;

  private EveryAlgorithm() {}

  /** Runs them; leaves out algorithms that do not serve so many ranks. Collective. */
  public static void give(Armci armci) {
    int ranks = armci.size();
    Collectives collectives = Collectives.of(armci);
    OneCall call = new OneCall(armci, collectives, 16L * MANY * ranks);
    for (AlgorithmInfo info : Collectives.algorithms()) {
      Operation operation = info.operation();
      if (info.name().equals(DirectCollectives.NAME)) {
        Collectives direct = collectives.using(operation, info.name());
        assertThrows(
            ArmciException.class,
            () -> check(call, direct, operation, ranks),
            "memory is not shared");
      } else if (AlgorithmsTest.serves(info, ranks)) {
        check(call, collectives.using(operation, info.name()), operation, ranks);
      }
    }
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
