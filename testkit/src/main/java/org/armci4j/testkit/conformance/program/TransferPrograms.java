package org.armci4j.testkit.conformance.program;

import java.util.List;

/** Lists the programs of transfers, atomics, locks and order. */
public final class TransferPrograms {
  /** The programs, in the order in which they run. */
  public static final List<ConformanceProgram> ALL =
      List.of(
          new Patches(),
          new PatchesInFlight(),
          new SmallVectors(),
          new Triangles(),
          new AccumulatedPatches(),
          new AccumulatedVectors(),
          new OverlappingAccumulates(),
          new FetchAdd(),
          new Swap(),
          new Aggregated(),
          new Implicit(),
          new Relay(),
          new Locks(),
          new Ordering(),
          new ShapesAgainstModel(),
          new Sizes(),
          new Large());

  private TransferPrograms() {}
}
