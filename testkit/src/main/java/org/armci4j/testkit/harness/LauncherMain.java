package org.armci4j.testkit.harness;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;

/**
 * Runs a launcher in a process of its own, for tests. Arguments: the number of ranks, the program,
 * the program's arguments.
 */
public final class LauncherMain {
  /** Longer than a user's patience: on a busy machine every rank must get to say why it failed. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private LauncherMain() {}

  /**
   * Launches the job.
   *
   * @param arguments number of ranks, name of the main class, its arguments
   */
  public static void main(String[] arguments) {
    int ranks = Integer.parseInt(arguments[0]);
    String[] rest = Arrays.copyOfRange(arguments, 2, arguments.length);
    System.exit(Launcher.launch(quicklyStarted(JobPlan.of(ranks, arguments[1], rest))));
  }

  /**
   * Returns the plan with less compilation: ranks of tests live for seconds, and need the cores for
   * their work.
   */
  private static JobPlan quicklyStarted(JobPlan plan) {
    return new JobPlan(
        plan.size(),
        plan.threads(),
        plan.mainClass(),
        plan.arguments(),
        List.of("-XX:TieredStopAtLevel=1"),
        plan.environment(),
        plan.classPath(),
        plan.label(),
        plan.timeout(),
        GRACE);
  }
}
