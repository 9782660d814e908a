package org.armci4j.bootstrap.launch.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.armci4j.bootstrap.launch.Launcher;

/**
 * Says what to launch: one program, on how many ranks, and how. Immutable, and checked when made.
 *
 * @param size number of ranks, at least 1
 * @param threads whether the ranks are threads of one JVM instead of a process each
 * @param mainClass binary name of the class whose {@code main} every rank runs
 * @param arguments arguments of the program, passed on untouched
 * @param jvmArguments options for the ranks' JVMs; they come after the launcher's own, so they win;
 *     {@value #RANK_PLACE} in them stands for the rank's number
 * @param environment variables set for the ranks in addition to the launcher's own environment;
 *     {@value #RANK_PLACE} in a value stands for the rank's number
 * @param classPath entries of the program's class path, as {@code java -cp} takes them
 * @param label whether every line of output starts with {@code "[rank] "}
 * @param timeout after this time the job is ended with exit code {@value Launcher#TIMED_OUT}; zero
 *     means never
 * @param grace how long the other ranks may go on after a failure before they are killed
 * @param ending how long ranks may take to end when the launcher is told to end, or the timeout is
 *     over
 * @param stall when reports say why the job does not go on
 * @param input which ranks get the launcher's standard input
 * @param hosts where the ranks run, in order of ranks; empty means this host
 * @param output the file for a rank's output, with {@value #RANK_PLACE} for the rank's number;
 *     empty means the launcher's own output
 * @param debug the rank that waits for a debugger; null means none
 */
public record JobPlan(
    int size,
    boolean threads,
    String mainClass,
    List<String> arguments,
    List<String> jvmArguments,
    Map<String, String> environment,
    List<String> classPath,
    boolean label,
    Duration timeout,
    Duration grace,
    Duration ending,
    StallReports stall,
    StandardInput input,
    List<HostSlots> hosts,
    String output,
    RankDebug debug) {

  /** Stands for a rank's number in texts that differ by rank. */
  public static final String RANK_PLACE = "{rank}";

  /** Default of {@link #grace()}. */
  public static final Duration DEFAULT_GRACE = Duration.ofSeconds(1);

  /**
   * Default of {@link #ending()}. Long enough for a checkpoint, and shorter than the 30 s after
   * which Kubernetes and Slurm kill a launcher.
   */
  public static final Duration DEFAULT_ENDING = Duration.ofSeconds(25);

  /** Checks the numbers and copies the collections. */
  public JobPlan {
    if (size < 1) {
      throw new IllegalArgumentException("a job has at least 1 rank, not " + size);
    }
    Objects.requireNonNull(mainClass, "mainClass");
    for (Duration time : List.of(timeout, grace, ending)) {
      if (time.isNegative()) {
        throw new IllegalArgumentException(
            "timeout, grace and ending cannot be negative, as is " + time);
      }
    }
    Objects.requireNonNull(stall, "stall");
    Objects.requireNonNull(input, "input");
    arguments = List.copyOf(arguments);
    jvmArguments = List.copyOf(jvmArguments);
    environment = Map.copyOf(environment);
    classPath = List.copyOf(classPath);
    hosts = List.copyOf(hosts);
    if (!hosts.isEmpty() && (threads || HostSlots.total(hosts) != size)) {
      throw new IllegalArgumentException(
          "ranks on several hosts are processes, and each has its place: " + size + ", " + hosts);
    }
    Objects.requireNonNull(output, "output");
  }

  /** Makes a plan for this host; the parameters are those of the record. */
  public JobPlan(
      int size,
      boolean threads,
      String mainClass,
      List<String> arguments,
      List<String> jvmArguments,
      Map<String, String> environment,
      List<String> classPath,
      boolean label,
      Duration timeout,
      Duration grace) {
    this(
        size,
        threads,
        mainClass,
        arguments,
        jvmArguments,
        environment,
        classPath,
        label,
        timeout,
        grace,
        DEFAULT_ENDING,
        StallReports.NONE,
        StandardInput.FIRST,
        List.of(),
        "",
        null);
  }

  /**
   * Returns a plan with defaults for everything else: processes, no labels, no timeout.
   *
   * @param size number of ranks
   * @param mainClass the program
   * @param arguments its arguments
   * @return the plan
   */
  public static JobPlan of(int size, String mainClass, String... arguments) {
    return new JobPlan(
        size,
        false,
        mainClass,
        List.of(arguments),
        List.of(),
        Map.of(),
        List.of(),
        false,
        Duration.ZERO,
        DEFAULT_GRACE);
  }

  /**
   * Returns a text for one rank.
   *
   * @param text with {@value #RANK_PLACE} in place of the rank's number
   * @param rank the rank
   * @return the text with the number
   */
  public static String forRank(String text, int rank) {
    return text.replace(RANK_PLACE, Integer.toString(rank));
  }
}
