package org.armci4j.cli;

import java.util.Map;
import java.util.Set;
import org.armci4j.bootstrap.settings.BootstrapSettings;

/** Reads the options that say what the failure of a rank does. */
final class FailureOptions {
  private final LaunchWords words;

  FailureOptions(LaunchWords words) {
    this.words = words;
  }

  /**
   * Returns how many new processes may take the places of failed ones in a job of {@code ranks}.
   *
   * @throws UsageException when the job cannot replace ranks
   */
  int spares(int ranks) {
    String text = words.value(LaunchOption.SPARES);
    if (text == null) {
      return 0;
    }
    if ("abort".equals(onFailure())) {
      throw new UsageException(
          "--spares replaces ranks that fail, and --on-failure abort would end the job instead:"
              + " leave one of them out");
    }
    requireProcesses("--spares");
    if (ranks == 1) {
      throw new UsageException(
          "--spares: a rank alone has nobody to meet again; start the job anew");
    }
    if (!text.matches("0*[1-9]\\d{0,8}")) {
      throw new UsageException("--spares: '" + text + "' is not a number above 0");
    }
    return Integer.parseInt(text);
  }

  /** Returns the variables that tell the ranks. */
  Map<String, String> environment() {
    String choice = words.has(LaunchOption.SPARES) ? "replace" : onFailure();
    return choice == null
        ? Map.of()
        : Map.of(BootstrapSettings.ON_FAILURE.environmentName(), choice);
  }

  private String onFailure() {
    String text = words.value(LaunchOption.ON_FAILURE);
    if (text == null) {
      return null;
    }
    if (text.equals("replace") && !words.has(LaunchOption.SPARES)) {
      throw new UsageException("--on-failure: say with --spares how often ranks are replaced");
    }
    if (!Set.of("abort", "continue", "replace").contains(text)) {
      throw new UsageException("--on-failure: '" + text + "' is neither abort nor continue");
    }
    if (text.equals("continue")) {
      requireProcesses("--on-failure continue");
    }
    return text;
  }

  private void requireProcesses(String option) {
    if (words.has(LaunchOption.THREADS)) {
      throw new UsageException(
          option
              + " and --threads do not go together: ranks that are threads of one JVM fail"
              + " together");
    }
  }
}
