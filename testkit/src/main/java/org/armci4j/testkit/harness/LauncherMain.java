package org.armci4j.testkit.harness;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankProgram;

/**
 * Runs a launcher in a process of its own, for tests. Arguments: the number of ranks, the program,
 * the program's arguments.
 */
public final class LauncherMain {
  /** Longer than a user's patience: on a busy machine every rank must get to say why it failed. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Ranks of tests live for seconds, and need the cores for their work. */
  private static final List<String> QUICKLY_COMPILED = List.of("-XX:TieredStopAtLevel=1");

  private LauncherMain() {}

  /**
   * Launches the job.
   *
   * @param arguments number of ranks, name of the main class, its arguments
   */
  public static void main(String[] arguments) {
    int ranks = Integer.parseInt(arguments[0]);
    List<String> rest = Arrays.asList(arguments).subList(2, arguments.length);
    RankProgram program = RankProgram.of(arguments[1], rest, QUICKLY_COMPILED);
    System.exit(Launcher.launch(JobPlan.of(ranks, false, program, List.of(), GRACE)));
  }
}
