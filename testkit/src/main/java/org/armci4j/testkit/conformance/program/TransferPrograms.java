package org.armci4j.testkit.conformance.program;

import java.util.List;
import org.armci4j.testkit.conformance.trial.Form;

/** Lists the programs of transfers, atomics, locks and order. */
public final class TransferPrograms {
  /** The programs, in the order in which they run. */
  public static final List<ConformanceProgram> ALL =
      List.of(
          ConformanceProgram.of("patches", "exact", Patches::run),
          ConformanceProgram.of("patches-nb", "exact", PatchesInFlight::run, Form.HANDLE),
          ConformanceProgram.of("vectors-small", "exact formula", SmallVectors::run),
          ConformanceProgram.of("triangles", "exact", Triangles::run),
          ConformanceProgram.of("acc-patches", "relative 1e-4", AccumulatedPatches::run),
          ConformanceProgram.of("acc-vectors", "relative 1e-4", AccumulatedVectors::run),
          ConformanceProgram.of("acc-overlap", "exact closed form", OverlappingAccumulates::run),
          ConformanceProgram.of("fetch-add", "exact", FetchAdd::run, Form.BLOCKING, Form.HANDLE),
          ConformanceProgram.of("swap", "exact", Swap::run, Form.BLOCKING),
          ConformanceProgram.of("aggregate", "exact", Aggregated::run, Form.HANDLE),
          ConformanceProgram.of("implicit", "exact", Implicit::run, Form.IMPLICIT),
          ConformanceProgram.of("relay", "exact at every rank", Relay::run),
          ConformanceProgram.of("locks", "every read exact", Locks::run, Form.BLOCKING),
          ConformanceProgram.of("ordering", "exact", Ordering::run),
          ConformanceProgram.of("shapes", "exact, byte by byte", ShapesAgainstModel::run),
          ConformanceProgram.of("sizes", "exact", Sizes::run),
          new ConformanceProgram("large", "exact", List.of(Form.values()), true, Large::run));

  private TransferPrograms() {}
}
