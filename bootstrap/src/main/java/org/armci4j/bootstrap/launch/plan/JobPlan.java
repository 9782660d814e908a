package org.armci4j.bootstrap.launch.plan;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.armci4j.bootstrap.launch.Launcher;

/**
 * Says what to launch: one program, on how many ranks, and how. Immutable, and checked when made.
 *
 * @param size number of ranks, at least 1
 * @param threads whether the ranks are threads of one JVM instead of a process each
 * @param program what each rank runs
 * @param hosts where the ranks run, in order of ranks; empty means this host
 * @param label whether every line of output starts with {@code "[rank] "}
 * @param output the file for a rank's output, with {@value RankProgram#RANK_PLACE} for the rank's
 *     number; empty means the launcher's own output
 * @param timeout after this time the job is ended with exit code {@value Launcher#TIMED_OUT}; zero
 *     means never
 * @param grace how long the other ranks may go on after a failure before they are killed
 * @param ending how long ranks may take to end when the launcher is told to end, or the timeout is
 *     over
 * @param stall when reports say why the job does not go on
 * @param spares how many new processes may take the places of failed ones, in a job that replaces
 *     ranks
 */
public record JobPlan(
    int size,
    boolean threads,
    RankProgram program,
    List<HostSlots> hosts,
    boolean label,
    String output,
    Duration timeout,
    Duration grace,
    Duration ending,
    StallReports stall,
    int spares) {

  /** Default of {@link #grace()}. */
  public static final Duration DEFAULT_GRACE = Duration.ofSeconds(1);

  /**
   * Default of {@link #ending()}. Long enough for a checkpoint, and shorter than the 30 s after
   * which Kubernetes and Slurm kill a launcher.
   */
  public static final Duration DEFAULT_ENDING = Duration.ofSeconds(25);

  /** Checks the numbers and copies the hosts. */
  public JobPlan {
    if (size < 1) {
      throw new IllegalArgumentException("a job has at least 1 rank, not " + size);
    }
    Objects.requireNonNull(program, "program");
    for (Duration time : List.of(timeout, grace, ending)) {
      if (time.isNegative()) {
        throw new IllegalArgumentException(
            "timeout, grace and ending cannot be negative, as is " + time);
      }
    }
    Objects.requireNonNull(stall, "stall");
    if (spares < 0 || (spares > 0 && (threads || size == 1))) {
      throw new IllegalArgumentException(
          spares + " spares: they take the places of processes, beside other ranks");
    }
    hosts = List.copyOf(hosts);
    if (!hosts.isEmpty() && (threads || HostSlots.total(hosts) != size)) {
      throw new IllegalArgumentException(
          "ranks on several hosts are processes, and each has its place: " + size + ", " + hosts);
    }
    Objects.requireNonNull(output, "output");
  }

  /**
   * Returns a plan without labels, files of output, reports, spares and a limit of time.
   *
   * @param size number of ranks
   * @param threads whether the ranks are threads of one JVM
   * @param program what they run
   * @param hosts where they run; empty means this host
   * @param grace how long the other ranks may go on after a failure
   */
  public static JobPlan of(
      int size, boolean threads, RankProgram program, List<HostSlots> hosts, Duration grace) {
    return new JobPlan(
        size,
        threads,
        program,
        hosts,
        false,
        "",
        Duration.ZERO,
        grace,
        DEFAULT_ENDING,
        StallReports.NONE,
        0);
  }

  /** Returns the same plan with so many spares. */
  public JobPlan withSpares(int count) {
    return new JobPlan(
        size, threads, program, hosts, label, output, timeout, grace, ending, stall, count);
  }
}
