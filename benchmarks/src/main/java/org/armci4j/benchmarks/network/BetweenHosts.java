package org.armci4j.benchmarks.network;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.report.Report;

/**
 * A comparison over a network, which ends with it.
 *
 * @param comparison what is compared
 * @param network the network
 */
public record BetweenHosts(SuiteRun comparison, NetworkLine network) implements SuiteRun {
  /** The option of suites that can measure within one host or between two. */
  public static final String OPTION = "--between-hosts";

  /**
   * Returns whether a command line asks for two hosts, or names a network.
   *
   * @param line the user's command line
   */
  public static boolean isAskedFor(SuiteCommandLine line) {
    return line.has(OPTION) || NetworkLine.isChosen(line);
  }

  /**
   * Prepares the network that the options name, and a comparison over it.
   *
   * @param line the user's command line
   * @param comparison makes the comparison; when it throws, the network ends
   * @throws IOException when namespaces cannot be made
   */
  public static BetweenHosts of(SuiteCommandLine line, Function<NetworkLine, SuiteRun> comparison)
      throws IOException {
    NetworkLine network = NetworkLine.of(line);
    try {
      return new BetweenHosts(comparison.apply(network), network);
    } catch (RuntimeException e) {
      try (network) {
        throw e;
      }
    }
  }

  @Override
  public List<String> measure(Report report) throws IOException {
    System.err.print(where());
    return comparison.measure(report);
  }

  @Override
  public String table(Report report) {
    return where() + comparison.table(report);
  }

  /** Returns the line that names the network. */
  private String where() {
    return "measured over " + network.what() + "\n";
  }

  @Override
  public void close() throws IOException {
    network.close();
  }
}
