package org.armci4j.benchmarks.driver;

import java.io.IOException;
import java.util.List;
import org.armci4j.benchmarks.report.Report;

/** What one command line of a suite asks for. */
public interface SuiteRun extends AutoCloseable {
  /**
   * Measures.
   *
   * @param report gets the figures
   * @throws IOException when a program cannot be started
   */
  void measure(Report report) throws IOException;

  /**
   * Returns the figures for people.
   *
   * @param report what was measured
   */
  String table(Report report);

  /** Returns what else a reader should know, such as peers that are missing or have failed. */
  default List<String> remarks() {
    return List.of();
  }

  /**
   * Gives back what was taken for it, such as namespaces.
   *
   * @throws IOException when that fails
   */
  @Override
  default void close() throws IOException {}
}
