package org.armci4j.bootstrap.launch;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Starts the ranks of a job on this host, carries their output and input, and follows them to their
 * end. For a process that does nothing else: it takes over standard input and output.
 *
 * <p>Nothing stays behind. When the launcher is told to end (SIGINT, SIGTERM, SIGHUP) it ends the
 * ranks first; when it is killed, the ranks notice and end themselves.
 */
public final class Launcher {
  /** Exit code of a job that took longer than it was given. */
  public static final int TIMED_OUT = 124;

  /** Exit code of a job whose output nobody reads any more: 128 + SIGPIPE. */
  private static final int OUTPUT_CLOSED = 141;

  /** Not seen by anyone: the JVM is ending already, with the code of the signal that it got. */
  private static final int INTERRUPTED = 130;

  /** The other half of the launcher's message on a failed rank. */
  private static final String ENDED = "; the job was ended";

  private static final Set<String> MEMBERSHIP =
      Set.of("ARMCI_RANK", "ARMCI_SIZE", "ARMCI_RENDEZVOUS", "ARMCI_JOB", "ARMCI_TERMINAL");

  private final JobPlan plan;
  private final RankProcesses processes = new RankProcesses();
  private final JobWatch watch;
  private final OutputSink output;
  private final OutputSink errors = OutputSink.standardError();

  private Launcher(JobPlan plan) {
    this.plan = plan;
    this.watch = new JobWatch(plan, processes);
    this.output = OutputSink.standardOutput(watch::outputClosed);
  }

  /**
   * Runs a job. Returns when all its processes have ended and all that they have printed is
   * delivered. The last line on standard error says which rank failed first, and why.
   *
   * @param plan what to run
   * @return the exit code for this process: 0, or that of the rank which failed first (128 + signal
   *     if it was killed, 1 if it has none of its own), or {@link #TIMED_OUT}
   * @throws LaunchException when the job could not be started
   * @throws org.armci4j.bootstrap.BootstrapException when the ranks' meeting place could not
   */
  public static int launch(JobPlan plan) {
    try {
      return new Launcher(plan).run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException("the launcher was interrupted", e);
    }
  }

  private int run() throws InterruptedException {
    try {
      if (plan.threads()) {
        startProcess(0, new RankCommand(plan).forThreads(), Map.of());
        return follow(null);
      }
      if (plan.size() == 1) {
        startRank(new RankCommand(plan).forProcess(), Membership.alone());
        return follow(null);
      }
      return runWithRendezvous();
    } finally {
      processes.stop();
    }
  }

  private int runWithRendezvous() throws InterruptedException {
    Settings settings = Settings.of(BootstrapSettings.ALL).ignoreUnknown().resolve();
    RendezvousOptions options = RendezvousOptions.of(plan.size(), settings);
    try (RendezvousServer server = RendezvousServer.start(options, watch)) {
      List<String> command = new RankCommand(plan).forProcess();
      boolean terminal = Boolean.getBoolean("armci.terminal");
      for (int rank = 0; rank < plan.size(); rank++) {
        startRank(command, server.membership(rank, terminal));
      }
      return follow(server);
    }
  }

  private void startRank(List<String> command, Membership membership) {
    RankProcess process =
        startProcess(membership.rank(), command, RankEnvironment.write(membership));
    JobSecret secret = membership.secret();
    process.tell(secret == null ? RankMain.NO_SECRET : secret.toHex());
    if (membership.rank() > 0) {
      process.closeInput();
    }
  }

  private RankProcess startProcess(int rank, List<String> command, Map<String, String> membership) {
    ProcessBuilder builder = new ProcessBuilder(command);
    // A launcher may itself have been started by a rank.
    builder.environment().keySet().removeAll(MEMBERSHIP);
    builder.environment().putAll(plan.environment());
    builder.environment().putAll(membership);
    // Threads of one JVM take care of their lines themselves.
    int streams = plan.threads() ? 1 : plan.size();
    boolean label = plan.label() && !plan.threads();
    return processes.start(
        () ->
            new RankProcess(
                rank,
                builder,
                output.forRank(rank, streams, label),
                errors.forRank(rank, streams, label)));
  }

  private int follow(RendezvousServer server) throws InterruptedException {
    RankProcess first = processes.get(0);
    first.connectInput();
    Verdict verdict = watch.follow(server);
    processes.stop();
    processes.awaitOutput(Long.MAX_VALUE / 2);
    return switch (verdict) {
      case Verdict.Well() -> 0;
      case Verdict.OutputClosed() -> OUTPUT_CLOSED;
      case Verdict.Interrupted() -> INTERRUPTED;
      case Verdict.TimedOut() -> {
        errors.message("the job took longer than " + seconds() + " s (--timeout)" + ENDED);
        yield TIMED_OUT;
      }
      case Verdict.RankFailed(int rank, String reason) -> {
        RankProcess process = processes.get(rank);
        int code = exitCode(process);
        if (!plan.threads() || code != RankExit.FAILED) { // else the ranks' JVM has said more
          errors.message(name(process) + " " + reason + ENDED);
        }
        yield code;
      }
    };
  }

  private static int exitCode(RankProcess process) {
    boolean own = !process.endedByLauncher() && process.exitCode() != 0;
    return own ? process.exitCode() : RankExit.FAILED;
  }

  private String name(RankProcess process) {
    String who = plan.threads() ? "the JVM of all ranks" : "rank " + process.rank();
    return who + " (pid " + process.pid() + ")";
  }

  private String seconds() {
    return BigDecimal.valueOf(plan.timeout().toMillis(), 3).stripTrailingZeros().toPlainString();
  }
}
