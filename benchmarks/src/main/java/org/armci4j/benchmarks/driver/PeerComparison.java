package org.armci4j.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Report;

/**
 * Compares this system with the installed peers; each round runs every subject as a fresh job. The
 * peers come behind this system's first subject, so that those left out when the time is up are its
 * variants.
 */
public final class PeerComparison implements SuiteRun {
  private final SuiteOptions options;
  private final List<Subject> own;
  private final InstalledPeers peers;
  private final List<String> arguments;

  /**
   * Prepares a comparison, without running anything.
   *
   * @param options the user's options
   * @param own this system; if wanted, also this system after a mix of other calls
   * @param peers the peers to compare with
   * @param arguments arguments for every subject's program
   */
  public PeerComparison(
      SuiteOptions options, List<Subject> own, InstalledPeers peers, List<String> arguments) {
    this.options = options;
    this.own = List.copyOf(own);
    this.peers = peers;
    this.arguments = List.copyOf(arguments);
  }

  @Override
  public List<String> measure(Report report) {
    peers.missing().forEach(System.err::println);
    List<Subject> subjects = new ArrayList<>(peers.subjects());
    subjects.addFirst(own.getFirst());
    subjects.addAll(own.subList(1, own.size()));
    List<String> remarks = new ArrayList<>(peers.missing());
    Runner runner = new Runner(subjects, arguments, report).allWithin(options.within());
    remarks.addAll(runner.inFreshJobs(options.rounds(), options.ranks()));
    return remarks;
  }

  @Override
  public String table(Report report) {
    List<String> names = peers.subjects().stream().map(Subject::name).toList();
    return new ComparisonTable(report, own.getFirst().name(), names).toString();
  }
}
