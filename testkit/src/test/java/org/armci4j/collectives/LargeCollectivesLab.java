package org.armci4j.collectives;

import java.time.Duration;
import java.util.List;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs collectives of 1 and 8 MiB through an RDMA device, against the oracle: in global memory, in
 * native memory that is lent, and with ranks that differ.
 */
class LargeCollectivesLab {
  /** Runs up to 8 MiB, in pipelined pieces, by the algorithms that the selection takes. */
  @ParameterizedTest
  @CsvSource({"131072, GLOBAL, GLOBAL", "131072, HEAP, NATIVE", "1048576, NATIVE, NATIVE"})
  void giveMuch(int count, Where first, Where second) {
    CollectiveRanks.run(
        RankThreads.of(2)
            .over("verbs")
            .with(VerbsSettings.SAME_HOST, VerbsSettings.SameHost.DEVICE)
            .within(Duration.ofMinutes(5)),
        (armci, collectives) -> {
          OneCall call = new OneCall(armci, collectives, 16L * count);
          for (Operation operation :
              List.of(Operation.BROADCAST, Operation.ALLREDUCE, Operation.ALLGATHER)) {
            int each = operation == Operation.ALLGATHER ? count / 2 : count;
            Where where = armci.rank() == 0 ? first : second;
            call.check(collectives, operation, Sample.LONGS, each, 1, where, true, count);
          }
        });
  }
}
