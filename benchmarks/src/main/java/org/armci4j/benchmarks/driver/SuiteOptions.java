package org.armci4j.benchmarks.driver;

import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.report.Variant;

/**
 * Values of the options that all suites share; see {@link SuiteCommandLine}.
 *
 * @param rounds how often each subject runs
 * @param quick whether rough figures will do
 * @param mixed whether this system is measured after a mix of other calls too
 * @param ranks numbers of ranks
 * @param sizesBytes sizes of transfers; null for the suite's own
 * @param operations names of operations; null for all
 * @param peers the names of the systems to compare with
 */
public record SuiteOptions(
    int rounds,
    boolean quick,
    boolean mixed,
    List<Integer> ranks,
    List<Long> sizesBytes,
    List<String> operations,
    List<String> peers) {
  /**
   * Returns the variants of this system that are measured.
   *
   * @param always those that no option leaves out
   */
  public List<Variant> variants(Variant... always) {
    return Stream.concat(mixed ? Stream.of(Variant.MIXED) : Stream.of(), Stream.of(always))
        .toList();
  }
}
