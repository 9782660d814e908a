package org.armci4j.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.plan.HostSlots;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.RankDebug;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.plan.StallReports;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.armci4j.bootstrap.settings.NearestName;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.cli.profile.ProfiledJob;
import org.armci4j.transport.TransportProvider;

/** Turns the options of a command that starts ranks into a job's plan. */
final class LaunchOptions {
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal LONGEST_SECONDS = BigDecimal.valueOf(1_000_000_000);

  private static final int LARGEST_PORT = 65_535;

  /** Stall report for a person at a terminal: once, after this time without progress. */
  private static final StallReports ONCE = new StallReports(Duration.ofSeconds(30), false);

  private final LaunchWords words;
  private final Integer defaultRanks;
  private final boolean measures;
  private final boolean terminal = Boolean.getBoolean("armci.terminal");

  /**
   * Holds the options of {@code words}.
   *
   * @param ranks number of ranks if no option says it, or null
   * @param measures whether the program is a benchmark, which no check slows down
   */
  LaunchOptions(LaunchWords words, Integer ranks, boolean measures) {
    this.words = words;
    this.defaultRanks = ranks;
    this.measures = measures;
  }

  /**
   * Returns the plan that the command line asks for, with this program.
   *
   * @throws UsageException when it is not possible
   */
  JobPlan plan(Program program) {
    List<HostSlots> hosts = hosts();
    int ranks = ranks(hosts);
    return new JobPlan(
        ranks,
        words.has(LaunchOption.THREADS),
        ofRanks(program, ranks),
        hosts.isEmpty() ? hosts : fill(hosts, ranks),
        words.has(LaunchOption.LABEL),
        output(ranks),
        seconds(LaunchOption.TIMEOUT, Duration.ZERO),
        seconds(LaunchOption.GRACE, JobPlan.DEFAULT_GRACE),
        seconds(LaunchOption.GRACE, JobPlan.DEFAULT_ENDING),
        stall(),
        new FailureOptions(words).spares(ranks));
  }

  private RankProgram ofRanks(Program program, int ranks) {
    List<String> own = jvmArguments();
    return new RankProgram(
        program.mainClass(),
        program.arguments(),
        Program.join(Program.join(checks(), program.jvmArguments()), own),
        environment(),
        Program.join(program.classPath(), classPath()),
        standardInput(),
        debug(ranks),
        ProfiledJob.folder(own));
  }

  /**
   * Returns the option that compares collectives' calls where somebody tries a program out; other
   * sources of settings win over it.
   */
  private List<String> checks() {
    return !measures && (terminal || words.has(LaunchOption.THREADS))
        ? List.of("-D" + Settings.DEFAULT_PREFIX + "collectivesCheck=true")
        : List.of();
  }

  /**
   * Returns when to report stalls; by default not with a debugger, whose stopped rank explains the
   * wait.
   */
  private StallReports stall() {
    if (words.has(LaunchOption.STALL)) {
      return new StallReports(seconds(LaunchOption.STALL, Duration.ZERO), true);
    }
    return terminal && !measures && !words.has(LaunchOption.DEBUG) ? ONCE : StallReports.NONE;
  }

  private List<HostSlots> hosts() {
    String text = words.value(LaunchOption.HOSTS);
    if (text == null) {
      return List.of();
    }
    if (words.has(LaunchOption.THREADS)) {
      throw refuse("--hosts and --threads do not go together: threads are all on this host");
    }
    try {
      return HostSlots.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw refuse("--hosts: " + wrong.getMessage());
    }
  }

  private List<HostSlots> fill(List<HostSlots> hosts, int ranks) {
    try {
      return HostSlots.fill(hosts, ranks);
    } catch (IllegalArgumentException tooMany) {
      throw refuse("--hosts: " + tooMany.getMessage());
    }
  }

  /** Returns the program's class path. */
  List<String> classPath() {
    return words.values(LaunchOption.CLASS_PATH).stream()
        .flatMap(path -> ClassPath.parse(path).stream())
        .toList();
  }

  private int ranks(List<HostSlots> hosts) {
    Integer otherwise = hosts.isEmpty() ? defaultRanks : Integer.valueOf(HostSlots.total(hosts));
    Integer ranks = words.has(LaunchOption.RANKS) ? number() : otherwise;
    if (ranks == null) {
      throw refuse(
          "say with --ranks (-n) how many ranks there are, or with --hosts where they run");
    }
    if (ranks < 1 || ranks > Membership.SIZE_LIMIT) {
      throw refuse("-n: a job has 1 to " + Membership.SIZE_LIMIT + " ranks, not " + ranks);
    }
    return ranks;
  }

  private Integer number() {
    try {
      return Integer.valueOf(words.value(LaunchOption.RANKS));
    } catch (NumberFormatException wrong) {
      throw refuse("-n: '" + words.value(LaunchOption.RANKS) + "' is not a number");
    }
  }

  private List<String> jvmArguments() {
    List<String> arguments = new ArrayList<>();
    String transport = words.value(LaunchOption.TRANSPORT);
    if (transport != null) {
      checkTransport(transport);
      arguments.add("-Darmci.transport=" + transport);
      arguments.add("-D" + Settings.OPTION_PREFIX + "transport=--transport");
    }
    if (words.isRecorded()) {
      arguments.addAll(ProfiledJob.jvmArguments(words.has(LaunchOption.TRACE)));
    }
    arguments.addAll(words.values(LaunchOption.JVM_ARGUMENT));
    if (words.has(LaunchOption.THREADS)) {
      arguments.forEach(this::checkForAllRanks);
    }
    return arguments;
  }

  private void checkForAllRanks(String text) {
    if (text.contains(RankProgram.RANK_PLACE)) {
      throw refuse("with --threads all ranks are in one JVM: leave {rank} out of '" + text + "'");
    }
  }

  private void checkTransport(String name) {
    List<String> known = new ArrayList<>(List.of("auto"));
    ServiceLoader.load(TransportProvider.class).forEach(provider -> known.add(provider.name()));
    if (!known.contains(name)) {
      throw refuse(
          Text.format(
              "--transport: no transport '%s'; %sthere are: %s",
              name, NearestName.advice(name, known), String.join(", ", known)));
    }
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (String entry : words.values(LaunchOption.ENVIRONMENT)) {
      int equals = entry.indexOf('=');
      if (equals < 1) {
        throw refuse("--env: '" + entry + "' is not NAME=VALUE");
      }
      environment.put(entry.substring(0, equals), entry.substring(equals + 1));
      if (words.has(LaunchOption.THREADS)) {
        checkForAllRanks(entry);
      }
    }
    environment.putAll(new FailureOptions(words).environment());
    return environment;
  }

  private StandardInput standardInput() {
    String text = words.value(LaunchOption.STANDARD_INPUT);
    try {
      return text == null ? StandardInput.FIRST : StandardInput.of(text);
    } catch (IllegalArgumentException wrong) {
      throw refuse("--stdin: " + wrong.getMessage());
    }
  }

  private String output(int ranks) {
    String file = words.value(LaunchOption.OUTPUT);
    if (file == null) {
      return "";
    }
    if (words.has(LaunchOption.THREADS)) {
      throw refuse("--output and --threads do not go together: all ranks print as one process");
    }
    if (ranks > 1 && !file.contains(RankProgram.RANK_PLACE)) {
      throw refuse(
          Text.format(
              "--output: each rank needs a file of its own, such as out/{rank}.log, not '%s'",
              file));
    }
    return file;
  }

  private RankDebug debug(int ranks) {
    String text = words.value(LaunchOption.DEBUG);
    if (text == null) {
      return null;
    }
    if (!text.matches("\\d{1,5}(:\\d{1,5})?")) {
      throw refuse("--debug: say a rank, or rank:port, not '" + text + "'");
    }
    String[] parts = text.split(":", 2);
    int rank = Integer.parseInt(parts[0]);
    int port = parts.length > 1 ? Integer.parseInt(parts[1]) : FreePort.find();
    if (rank >= ranks || port < 1 || port > LARGEST_PORT) {
      throw refuse(
          Text.format(
              "--debug: ranks are 0 to %d, ports 1 to %d; not '%s'",
              ranks - 1, LARGEST_PORT, text));
    }
    return new RankDebug(rank, port);
  }

  private Duration seconds(LaunchOption option, Duration otherwise) {
    String text = words.value(option);
    if (text == null) {
      return otherwise;
    }
    try {
      BigDecimal seconds = new BigDecimal(text);
      if (seconds.signum() > 0 && seconds.compareTo(LONGEST_SECONDS) <= 0) {
        return Duration.ofNanos(seconds.multiply(NANOS_PER_SECOND).longValue());
      }
    } catch (NumberFormatException noNumber) {
      // Falls through to the refusal below.
    }
    throw refuse(
        option.shownName()
            + ": '"
            + text
            + "' is not a number of seconds above 0, such as 30 or 0.5");
  }

  private static UsageException refuse(String message) {
    return new UsageException(message);
  }
}
