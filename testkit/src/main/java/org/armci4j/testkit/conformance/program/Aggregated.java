package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.Aggregate;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.conformance.trial.Trial;

/** Moves {@link SmallPieces} through one aggregate per target. */
final class Aggregated {
  private Aggregated() {}

  static void run(Trial trial) {
    SmallPieces.run(
        trial,
        (memory, local) ->
            new Gathering(
                aggregates(trial, memory),
                (aggregate, here, there, sizeBytes) -> {
                  if (sizeBytes == Double.BYTES) {
                    aggregate.putDouble(there, local.get(JAVA_DOUBLE, here));
                  } else {
                    aggregate.put(local, here, there, sizeBytes);
                  }
                }),
        (memory, local) ->
            new Gathering(
                aggregates(trial, memory),
                (aggregate, here, there, sizeBytes) ->
                    aggregate.get(there, local, here, sizeBytes)));
  }

  private static List<Aggregate> aggregates(Trial trial, GlobalMemory memory) {
    return IntStream.range(0, trial.size())
        .mapToObj(rank -> trial.armci().newAggregate(memory, rank))
        .toList();
  }

  /** Puts or gets one group. */
  private interface Addition {
    void add(Aggregate aggregate, long here, long there, long sizeBytes);
  }

  private record Gathering(List<Aggregate> aggregates, Addition gather)
      implements SmallPieces.Mover {
    @Override
    public void move(int rank, long local, long remote, long groupBytes, int groups) {
      for (int group = 0; group < groups; group++) {
        long here = local + 2L * group * groupBytes;
        gather.add(aggregates.get(rank), here, remote + group * groupBytes, groupBytes);
      }
    }

    @Override
    public void end(int rank) {
      aggregates.get(rank).send();
    }
  }
}
