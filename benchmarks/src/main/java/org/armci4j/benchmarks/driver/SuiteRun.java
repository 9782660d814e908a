package org.armci4j.benchmarks.driver;

import java.io.IOException;
import java.util.List;
import org.armci4j.benchmarks.report.Report;

/** One run of a suite, as a command line asks for it. */
public interface SuiteRun extends AutoCloseable {
  /**
   * Measures all figures.
   *
   * @param report receives the figures
   * @return remarks for the reader, such as missing or failed peers
   * @throws IOException when a program cannot be started
   */
  List<String> measure(Report report) throws IOException;

  /**
   * Returns the figures as text for people.
   *
   * @param report the measured figures
   */
  String table(Report report);

  /**
   * Releases the resources of the run, such as network namespaces.
   *
   * @throws IOException when that fails
   */
  @Override
  default void close() throws IOException {}
}
