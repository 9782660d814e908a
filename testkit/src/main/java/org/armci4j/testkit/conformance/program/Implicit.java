package org.armci4j.testkit.conformance.program;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;
import org.armci4j.strided.TransferPlan;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Moves {@link SmallPieces} by nonblocking calls without a handle, with one wait for each target.
 */
final class Implicit {
  private Implicit() {}

  static void run(Trial trial) {
    OriginCalls calls = new OriginCalls(trial.armci(), Strided.of(trial.armci()));
    SmallPieces.run(
        trial,
        (memory, local) -> new Starting(calls, memory, local, true),
        (memory, local) -> new Starting(calls, memory, local, false));
  }

  private record OriginCalls(Armci armci, Strided strided) {}

  private record Starting(OriginCalls calls, GlobalMemory memory, MemorySegment local, boolean puts)
      implements SmallPieces.Mover {
    @Override
    public void move(int rank, long here, long there, long groupBytes, int groups) {
      switch (groups) {
        case 1 -> one(rank, here, there, groupBytes);
        case 4 ->
            box(rank, Section.of(here, new long[] {2 * groupBytes}, counts(groupBytes)), there);
        default -> vector(rank, here, there, groupBytes, groups);
      }
    }

    private static long[] counts(long groupBytes) {
      return new long[] {groupBytes, 4};
    }

    private void one(int rank, long here, long there, long sizeBytes) {
      if (puts) {
        calls.armci.nbPut(local, here, memory, rank, there, sizeBytes, calls.armci.implicit());
      } else {
        calls.armci.nbGet(memory, rank, there, local, here, sizeBytes, calls.armci.implicit());
      }
    }

    private void box(int rank, Section here, long there) {
      if (puts) {
        calls.strided.nbPut(local, here, memory, rank, here.packed(there), calls.armci.implicit());
      } else {
        calls.strided.nbGet(memory, rank, here.packed(there), local, here, calls.armci.implicit());
      }
    }

    private void vector(int rank, long here, long there, long groupBytes, int groups) {
      long[] from = IntStream.range(0, groups).mapToLong(i -> 2L * i * groupBytes).toArray();
      long[] to = IntStream.range(0, groups).mapToLong(i -> i * groupBytes).toArray();
      TransferPlan plan = TransferPlan.ofSegments(from, to, groupBytes);
      if (puts) {
        calls.strided.nbPut(local, here, memory, rank, there, plan, calls.armci.implicit());
      } else {
        calls.strided.nbGet(memory, rank, there, local, here, plan, calls.armci.implicit());
      }
    }

    @Override
    public void end(int rank) {
      calls.armci.await(rank);
    }
  }
}
