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
import org.armci4j.transport.TransportProvider;

/** How ranks are to be started, by the options of a command that starts some. */
final class LaunchOptions {
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal LONGEST_SECONDS = BigDecimal.valueOf(1_000_000_000);

  private final LaunchWords words;
  private final Integer defaultRanks;

  /** What {@code words} say; {@code ranks} is how many there are if nothing is said, or null. */
  LaunchOptions(LaunchWords words, Integer ranks) {
    this.words = words;
    this.defaultRanks = ranks;
  }

  /** What the command line asks for, run with this program. */
  JobPlan plan(String mainClass, List<String> arguments) {
    arguments.forEach(this::checkReadable);
    List<HostSlots> hosts = hosts();
    int ranks = ranks(hosts);
    JobPlan plan =
        new JobPlan(
                ranks,
                words.has(LaunchOption.THREADS),
                mainClass,
                arguments,
                jvmArguments(),
                environment(),
                classPath(),
                words.has(LaunchOption.LABEL),
                seconds(LaunchOption.TIMEOUT, Duration.ZERO),
                seconds(LaunchOption.GRACE, JobPlan.DEFAULT_GRACE))
            .withStall(seconds(LaunchOption.STALL, Duration.ZERO));
    return hosts.isEmpty() ? plan : plan.onHosts(fill(hosts, ranks));
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

  /** Where the locale cannot express an argument, the JVM has lost it before we see it. */
  private void checkReadable(String argument) {
    if (argument.indexOf('\uFFFD') >= 0) {
      throw refuse(
          "the locale does not allow the argument '" + argument + "'; set LC_ALL=C.UTF-8 for it");
    }
  }

  /** The program's class path. */
  List<String> classPath() {
    String given = words.value(LaunchOption.CLASS_PATH);
    return given == null ? List.of() : ClassPath.parse(given);
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
    }
    arguments.addAll(words.values(LaunchOption.JVM_ARGUMENT));
    return arguments;
  }

  private void checkTransport(String name) {
    List<String> known = new ArrayList<>(List.of("auto"));
    ServiceLoader.load(TransportProvider.class).forEach(provider -> known.add(provider.name()));
    if (!known.contains(name)) {
      throw refuse(
          "--transport: no transport '%s'; there are: %s"
              .formatted(name, String.join(", ", known)));
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
    }
    return environment;
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
      // Refused below.
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
