package org.armci4j.testkit.conformance.collective;

import java.util.List;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;

/** Lists the programs of collective operations. */
public final class CollectivePrograms {
  /** The programs, in the order in which they run. */
  public static final List<ConformanceProgram> ALL =
      List.of(
          ConformanceProgram.of("roots", "exact", Roots::run, Form.BLOCKING),
          ConformanceProgram.of("collectives-nb", "exact", CollectivesInFlight::run, Form.HANDLE),
          ConformanceProgram.of("sizes-coll", "exact", CollectiveSizes::run, Form.BLOCKING),
          ConformanceProgram.of("mismatch", "ranks named, in time", Mismatch::run, Form.BLOCKING));

  private CollectivePrograms() {}
}
