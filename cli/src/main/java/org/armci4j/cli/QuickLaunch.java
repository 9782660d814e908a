package org.armci4j.cli;

import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.settings.SettingException;
import org.armci4j.cli.profile.ProfiledJob;

/** Starts a job whose command line is plain and right, without picocli. */
final class QuickLaunch {
  private QuickLaunch() {}

  /**
   * Runs the job.
   *
   * @return the exit code, or null when nothing was done and picocli must read the words
   */
  static Integer launch(String... words) {
    JobPlan plan = plan(Arrays.asList(words));
    if (plan == null) {
      return null;
    }
    try {
      return ProfiledJob.launch(plan);
    } catch (LaunchException | BootstrapException | SettingException expected) {
      System.err.println("armci: " + expected.getMessage());
      return Main.FAILED;
    }
  }

  private static JobPlan plan(List<String> words) {
    LaunchKind kind = words.isEmpty() ? null : LaunchKind.of(words.getFirst());
    LaunchWords read = kind == null ? null : LaunchWords.readPlain(words.subList(1, words.size()));
    try {
      return read == null ? null : kind.plan(read);
    } catch (UsageException mistake) {
      return null; // picocli reports it in its own words
    }
  }
}
