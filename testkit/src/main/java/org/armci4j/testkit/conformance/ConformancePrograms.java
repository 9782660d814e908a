package org.armci4j.testkit.conformance;

import java.util.List;
import java.util.stream.Stream;
import org.armci4j.testkit.conformance.collective.CollectivePrograms;
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.program.TransferPrograms;
import org.armci4j.testkit.conformance.threads.ThirteenThreads;
import org.armci4j.testkit.conformance.trial.Form;

/** Lists all programs of the kit. */
public final class ConformancePrograms {
  /** All programs, in the order in which they run. */
  public static final List<ConformanceProgram> ALL =
      Stream.<List<ConformanceProgram>>of(
              TransferPrograms.ALL,
              CollectivePrograms.ALL,
              List.of(ConformanceProgram.of("threads", "exact", ThirteenThreads::run, Form.HANDLE)))
          .flatMap(List::stream)
          .toList();

  private ConformancePrograms() {}
}
