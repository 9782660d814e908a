package org.armci4j.bootstrap.launch;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.launch.plan.HostSlots;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.plan.RankDebug;
import org.armci4j.bootstrap.launch.plan.Seconds;
import org.armci4j.bootstrap.launch.process.JobProcesses;
import org.armci4j.bootstrap.launch.process.OpenFiles;
import org.armci4j.bootstrap.launch.process.RankCommand;
import org.armci4j.bootstrap.launch.process.RankLauncher;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.launch.rank.RankExit;
import org.armci4j.bootstrap.launch.ssh.HostStart;
import org.armci4j.bootstrap.launch.ssh.ReachableAddress;
import org.armci4j.bootstrap.launch.ssh.RemoteHost;
import org.armci4j.bootstrap.launch.streams.InputPump;
import org.armci4j.bootstrap.launch.streams.OutputSink;
import org.armci4j.bootstrap.launch.streams.RankFiles;
import org.armci4j.bootstrap.launch.streams.SaidOnce;
import org.armci4j.bootstrap.launch.streams.StderrTail;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousPort;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.bootstrap.text.Text;

/**
 * Starts the ranks of a job, on this host or on named ones, carries their output and input, and
 * follows them to their end. For a process with no other task: it takes over standard input and
 * output.
 *
 * <p>No process stays behind. When the launcher is told to end (SIGINT, SIGTERM, SIGHUP) it gives
 * the ranks some time and ends them first. When the launcher is killed, the ranks notice and end
 * themselves.
 */
public final class Launcher {
  /** Exit code of a job whose time was over. */
  public static final int TIMED_OUT = 124;

  /** Exit code of a job whose output was closed by its reader: 128 + SIGPIPE. */
  private static final int OUTPUT_CLOSED = 141;

  /** Never seen: the JVM is already ending, with the code of the signal that it got. */
  private static final int INTERRUPTED = 130;

  /** Second half of the launcher's message on a failed rank. */
  private static final String ENDED = "; the job was ended";

  /** Second half of the message on a rank that a job goes on without. */
  private static final String GOES_ON = "; the job goes on without it (onFailure)";

  private final JobPlan plan;
  private final JobProcesses processes = new JobProcesses();
  private final RankLauncher launcher;
  private final List<RemoteHost> hosts = new ArrayList<>();
  private final Map<Integer, RemoteHost> hostOfRank = new HashMap<>();
  private final Map<Integer, StderrTail> stderrTails = new ConcurrentHashMap<>();

  /** Last words of processes whose places others have taken. */
  private final Map<RankProcess, StderrTail> formerTails = new ConcurrentHashMap<>();

  /** Starts a rank again whose process has ended; set once the job has a rendezvous. */
  private IntFunction<RankProcess> restart;

  /** By rank: how often it has started again. Used only by the thread that follows the job. */
  private final Map<Integer, Integer> startsAgain = new HashMap<>();

  private final StallReport report;
  private final JobWatch watch;
  private final OutputSink output;
  private final OutputSink errors = OutputSink.standardError();
  private final RankFiles files;
  private final ConcurrentMap<String, Integer> said = new ConcurrentHashMap<>();

  private Launcher(JobPlan plan) {
    this.plan = plan;
    this.launcher = new RankLauncher(plan.program(), processes);
    processes.giveTimeToEnd(plan.ending(), this::tellThatItEnds);
    this.report = new StallReport(processes, errors);
    this.watch = new JobWatch(plan, processes, report, stderrTails, failedRanks());
    this.output = OutputSink.standardOutput(watch::outputClosed);
    this.files = new RankFiles(plan, errors);
  }

  /**
   * Runs a job. Returns when all its processes have ended and all their output is delivered. The
   * last line on standard error says which rank failed first, and why.
   *
   * @param plan what to run
   * @return the exit code for this process: 0, or that of the rank which failed first (128 + signal
   *     if it was killed, 1 if it has none of its own), or {@link #TIMED_OUT}
   * @throws LaunchException when the job could not be started
   * @throws org.armci4j.bootstrap.BootstrapException when the meeting place could not be opened
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
    plan.program().classPath().stream()
        .filter(entry -> !Files.exists(Path.of(entry)))
        .forEach(entry -> errors.message("there is no " + entry + ", which the class path names"));
    try {
      if (plan.threads()) {
        // The JVM of all ranks labels the lines of its threads itself.
        launcher.startThreads(
            new RankCommand(plan.program(), plan.size()),
            plan,
            output.forRank(0, 1, false),
            remembering(0, errors.forRank(0, 1, false)));
        tellDebugger();
        return follow(null, Duration.ZERO);
      }
      if (plan.size() == 1 && plan.hosts().isEmpty()) {
        RankProcess _ = startRank(new RankCommand(plan.program(), 1), Membership.alone());
        tellDebugger();
        return follow(null, Duration.ZERO);
      }
      return runWithRendezvous();
    } finally {
      processes.stop();
      hosts.forEach(RemoteHost::close);
      files.close();
    }
  }

  private int runWithRendezvous() throws InterruptedException {
    if (plan.hosts().isEmpty()) {
      OpenFiles.require(plan.size()); // before anything is opened
    }
    Settings settings = settings();
    RendezvousOptions options = RendezvousOptions.of(plan.size(), plan.stall().after(), settings);
    boolean terminal = Boolean.getBoolean("armci.terminal");
    try (RendezvousPort port = bind(options, settings)) {
      // The ranks start first, so that the server starts while their JVMs do.
      if (plan.hosts().isEmpty()) {
        RankCommand command = new RankCommand(plan.program(), plan.size());
        restart = rank -> startRank(command, nextProcess(port.membership(rank, terminal)));
        for (int rank = 0; rank < plan.size(); rank++) {
          RankProcess _ = startRank(command, port.membership(rank, terminal));
        }
      } else {
        startOnHosts(settings, rank -> port.membership(rank, terminal));
        restart = rank -> startAgainOnHost(nextProcess(port.membership(rank, terminal)));
      }
      tellDebugger();
      try (RendezvousServer server = RendezvousServer.start(port, watch)) {
        return follow(server, options.heartbeatTimeout());
      }
    }
  }

  private Membership nextProcess(Membership first) {
    return first.ofIncarnation(startsAgain.merge(first.rank(), 1, Integer::sum));
  }

  /**
   * Returns the settings, without a heartbeat in a debugger: a rank that it has stopped is silent
   * and has not failed.
   */
  private Settings settings() {
    SettingsBuilder builder = Settings.of(BootstrapSettings.ALL).ignoreUnknown();
    if (plan.program().debug() != null) {
      builder.set(BootstrapSettings.HEARTBEAT_TIMEOUT, Duration.ZERO);
    }
    // Ranks and launcher must agree on it, so it counts here too where the plan says it for ranks.
    if (plan.program().environment().containsKey(BootstrapSettings.ON_FAILURE.environmentName())) {
      Settings ofRanks =
          Settings.of(List.of(BootstrapSettings.ON_FAILURE))
              .environment(plan.program().environment())
              .ignoreUnknown()
              .resolve();
      builder.set(BootstrapSettings.ON_FAILURE, ofRanks.get(BootstrapSettings.ON_FAILURE));
    }
    return builder.resolve();
  }

  private void tellDebugger() {
    RankDebug debug = plan.program().debug();
    if (debug != null) {
      int ofRank = plan.threads() ? 0 : debug.rank();
      errors.message(
          Text.format(
              "%s waits for a debugger: attach to localhost:%d on its host",
              name(processes.get(ofRank)), debug.port()));
    }
  }

  private RendezvousPort bind(RendezvousOptions options, Settings settings) {
    if (plan.hosts().isEmpty()) {
      return RendezvousPort.bindOnThisHost(
          options, socket -> launcher.guard(options.jobId(), socket));
    }
    InetAddress address = ReachableAddress.find(plan.hosts(), settings);
    return RendezvousPort.bind(options, new InetSocketAddress(address, 0));
  }

  private RankProcess startRank(RankCommand command, Membership membership) {
    int rank = membership.rank();
    return launcher.start(command, membership, stream(output, rank), errorStream(rank));
  }

  private void startOnHosts(Settings settings, IntFunction<Membership> memberships) {
    launcher.guard(memberships.apply(0).jobId(), null); // agents of this host may be stopped
    int rank = 0;
    for (HostSlots place : plan.hosts()) {
      Membership first = memberships.apply(rank);
      RemoteHost host = RemoteHost.connect(place.name(), first.jobId(), settings, errors);
      hosts.add(host);
      for (int end = rank + place.slots(), next = rank; next < end; next++) {
        int number = next;
        processes.start(
            () -> host.add(number, plan.program(), stream(output, number), errorStream(number)));
        hostOfRank.put(number, host);
      }
      host.start(HostStart.of(plan, place.slots(), first));
      rank += place.slots();
    }
  }

  /** Starts a rank at its host's agent; where that does not answer, at the first one that may. */
  private RankProcess startAgainOnHost(Membership membership) {
    int rank = membership.rank();
    RemoteHost there = hostForNext(rank);
    hostOfRank.put(rank, there);
    HostStart start = HostStart.of(plan, 1, membership);
    return processes.startAgain(
        () -> there.startAgain(start, stream(output, rank), errorStream(rank)));
  }

  /**
   * Returns a host for the next process of a rank. A host that is only slow, and the last one, is
   * better than none.
   */
  private RemoteHost hostForNext(int rank) {
    List<RemoteHost> left =
        Stream.concat(Stream.of(hostOfRank.get(rank)), hosts.stream())
            .filter(host -> !host.isLost())
            .toList();
    return left.stream()
        .filter(host -> !host.isDoubted())
        .findFirst()
        .or(() -> left.stream().findFirst())
        .orElseThrow(() -> new LaunchException("no host is left"));
  }

  private OutputStream errorStream(int rank) {
    return new SaidOnce(remembering(rank, stream(errors, rank)), rank, said);
  }

  private OutputStream remembering(int rank, OutputStream next) {
    StderrTail tail = new StderrTail(next, errors);
    stderrTails.put(rank, tail);
    return tail;
  }

  private OutputStream stream(OutputSink sink, int rank) {
    return (files.areWanted() ? files.of(rank) : sink).forRank(rank, plan.size(), plan.label());
  }

  private void tellThatItEnds() {
    errors.message(
        "told to end; the ranks have "
            + Seconds.print(plan.ending())
            + " s for it (--grace), or until a second signal");
  }

  private void connectInput() {
    List<OutputStream> inputs = new ArrayList<>();
    processes.forEach(
        process -> {
          if (plan.program().input().reaches(process.rank())) {
            inputs.add(process.input());
          }
        });
    InputPump.start(inputs);
  }

  private int follow(RendezvousServer server, Duration heartbeatTimeout)
      throws InterruptedException {
    connectInput();
    QuitSignal.handle(() -> report.printSoon(server, "asked for by a signal"));
    JobOutcome outcome = watch.follow(server, heartbeatTimeout);
    if (outcome instanceof JobOutcome.TimedOut) {
      report.print(server, "the job has taken " + Seconds.print(plan.timeout()) + " s");
    }
    if (outcome instanceof JobOutcome.TimedOut) {
      processes.stop(plan.ending());
    } else {
      processes.stop();
    }
    for (RemoteHost host : hosts) {
      host.hangUpIfSilent();
    }
    processes.awaitOutput(Long.MAX_VALUE / 2);
    return switch (outcome) {
      case JobOutcome.Succeeded() -> 0;
      case JobOutcome.OutputClosed() -> OUTPUT_CLOSED;
      case JobOutcome.Interrupted() -> INTERRUPTED;
      case JobOutcome.TimedOut() -> {
        errors.message(
            "the job took longer than " + Seconds.print(plan.timeout()) + " s (--timeout)" + ENDED);
        yield TIMED_OUT;
      }
      case JobOutcome.RankFailed(RankProcess process, String reason) -> {
        int code = exitCode(process);
        if (!hasSaidAll(code)) {
          repeatLastWords(process);
          errors.message(name(process) + " " + reason + ENDED);
        }
        yield code;
      }
    };
  }

  /**
   * Returns whether a rank, or the JVM of all ranks, has already printed the reason of its failure.
   */
  private boolean hasSaidAll(int code) {
    if (plan.threads()) {
      List<String> words = stderrTails.get(0).lines();
      return code == RankExit.FAILED
          || code == RankExit.USAGE
          || (!words.isEmpty() && words.getLast().endsWith(ENDED));
    }
    return code == RankExit.USAGE && !said.isEmpty();
  }

  /** Repeats the end of a rank's standard error, unless it is among the last lines of output. */
  private void repeatLastWords(RankProcess process) {
    StderrTail tail = formerTails.getOrDefault(process, stderrTails.get(process.rank()));
    List<String> lines = tail.lines();
    if (!lines.isEmpty() && (files.areWanted() || !tail.isNear())) {
      errors.message("the last words of " + name(process) + ":");
      byte[] bytes = ("  " + String.join("\n  ", lines) + "\n").getBytes(StandardCharsets.UTF_8);
      errors.write(bytes, 0, bytes.length);
    }
  }

  private static int exitCode(RankProcess process) {
    boolean own = !process.endedByLauncher() && process.exitCode() != 0;
    return own ? process.exitCode() : RankExit.FAILED;
  }

  private FailedRanks failedRanks() {
    return new FailedRanks() {
      @Override
      public void goesOnWithout(int rank, String reason) {
        errors.message(name(processes.get(rank)) + " " + reason + GOES_ON);
      }

      @Override
      public RankProcess startAgain(int rank, String reason, int epoch) {
        RankProcess failed = processes.get(rank);
        formerTails.put(failed, stderrTails.get(rank));
        errors.message(
            Text.format(
                "%s %s; rank %d starts again, epoch %d (--spares)",
                name(failed), reason, rank, epoch));
        RankProcess next = restart.apply(rank);
        RankDebug debug = plan.program().debug();
        if (debug != null && debug.rank() == rank) {
          tellDebugger();
        }
        return next;
      }
    };
  }

  private String name(RankProcess process) {
    String who = plan.threads() ? "the JVM of all ranks" : "rank " + process.rank();
    return who + " (" + process.place() + ")";
  }
}
