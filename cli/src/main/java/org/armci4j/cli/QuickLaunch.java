package org.armci4j.cli;

import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.settings.SettingException;

/** Starts a job whose command line is plain and right, without picocli. */
final class QuickLaunch {
  private QuickLaunch() {}

  /**
   * Runs the job.
   *
   * @return the exit code, or null when nothing was done and picocli must read the words
   */
  static Integer launch(String... words) {
    LaunchKind kind = words.length == 0 ? null : LaunchKind.of(words[0]);
    List<String> rest = Arrays.asList(words);
    LaunchWords read = kind == null ? null : LaunchWords.readPlain(rest.subList(1, rest.size()));
    JobPlan plan = read == null ? null : plan(kind, read);
    if (plan == null) {
      return null;
    }
    try {
      return read.launch(plan);
    } catch (LaunchException | BootstrapException | SettingException expected) {
      System.err.println("armci: " + expected.getMessage());
      return Main.FAILED;
    }
  }

  private static JobPlan plan(LaunchKind kind, LaunchWords read) {
    try {
      return kind.plan(read);
    } catch (UsageException mistake) {
      return null; // picocli reports it in its own words
    }
  }
}
