package org.armci4j.testkit.conformance;

import java.util.List;

/** All programs of the kit. */
public final class Programs {
  /** In the order in which they run. */
  public static final List<Program> ALL =
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
          new Shapes(),
          new Sizes(),
          new Large(),
          new Roots(),
          new CollectiveSizes(),
          new Mismatch());

  private Programs() {}
}
