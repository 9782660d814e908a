package org.armci4j.testkit.conformance.collective;

import java.util.List;
import org.armci4j.testkit.conformance.program.ConformanceProgram;

/** Lists the programs of collective operations. */
public final class CollectivePrograms {
  /** The programs, in the order in which they run. */
  public static final List<ConformanceProgram> ALL =
      List.of(new Roots(), new CollectivesInFlight(), new CollectiveSizes(), new Mismatch());

  private CollectivePrograms() {}
}
