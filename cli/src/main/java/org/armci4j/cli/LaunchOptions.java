package org.armci4j.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.launch.ClassPath;
import org.armci4j.bootstrap.launch.HostSlots;
import org.armci4j.bootstrap.launch.JobPlan;
import org.armci4j.transport.TransportProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The options that say how ranks are started, shared by the commands that start some. */
final class LaunchOptions {
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal LONGEST_SECONDS = BigDecimal.valueOf(1_000_000_000);

  private final CommandSpec spec;
  private final Integer defaultRanks;

  /** Adds the options to a command; {@code ranks} is how many there are if nothing is said. */
  LaunchOptions(CommandSpec spec, Integer ranks) {
    this.spec = spec;
    this.defaultRanks = ranks;
    add(
        OptionSpec.builder("-n", "--ranks").paramLabel("N").type(Integer.class),
        "Number of ranks; if not said, "
            + (ranks == null ? "as many as --hosts takes." : ranks + "."));
    add(
        text("--hosts", "HOST:N,..."),
        "Runs N ranks on each HOST, started by ssh (setting sshCommand).");
    add(OptionSpec.builder("--threads"), "Ranks are threads of one JVM instead of processes.");
    add(text("--transport", "NAME"), "Transport between ranks; see: armci info.");
    add(text("--timeout", "SECONDS"), "Ends the job with exit code 124 after this time.");
    add(
        text("--stall", "SECONDS"),
        "Tells on standard error what every rank waits for when one has waited this long.");
    add(
        text("--grace", "SECONDS"),
        "Time for the others to end when a rank has failed; 1 if not said.");
    add(OptionSpec.builder("--label"), "Starts every line of output with [rank].");
    add(texts("--jvm-arg", "ARG"), "Option for the ranks' JVMs; may be repeated.");
    add(texts("--env", "NAME=VALUE"), "Environment variable of the ranks; may be repeated.");
    add(text("-cp", "PATH").names("-cp", "--class-path"), "Class path of the program.");
  }

  private void add(OptionSpec.Builder option, String description) {
    spec.addOption(option.description(description).build());
  }

  private static OptionSpec.Builder text(String name, String label) {
    return OptionSpec.builder(name).paramLabel(label).type(String.class);
  }

  private static OptionSpec.Builder texts(String name, String label) {
    return OptionSpec.builder(name).paramLabel(label).type(String[].class).arity("1");
  }

  /** What the command line asks for, run with this program. */
  JobPlan plan(String mainClass, List<String> arguments) {
    arguments.forEach(this::checkReadable);
    ParseResult options = spec.commandLine().getParseResult();
    List<HostSlots> hosts = hosts(options);
    int ranks = ranks(options, hosts);
    JobPlan plan =
        new JobPlan(
                ranks,
                options.hasMatchedOption("--threads"),
                mainClass,
                arguments,
                jvmArguments(options),
                environment(options),
                classPath(),
                options.hasMatchedOption("--label"),
                seconds("--timeout", Duration.ZERO),
                seconds("--grace", JobPlan.DEFAULT_GRACE))
            .withStall(seconds("--stall", Duration.ZERO));
    return hosts.isEmpty() ? plan : plan.onHosts(fill(hosts, ranks));
  }

  private List<HostSlots> hosts(ParseResult options) {
    String text = options.matchedOptionValue("--hosts", null);
    if (text == null) {
      return List.of();
    }
    if (options.hasMatchedOption("--threads")) {
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
    String given = spec.commandLine().getParseResult().matchedOptionValue("-cp", null);
    return given == null ? List.of() : ClassPath.parse(given);
  }

  private int ranks(ParseResult options, List<HostSlots> hosts) {
    Integer otherwise = hosts.isEmpty() ? defaultRanks : Integer.valueOf(HostSlots.total(hosts));
    Integer ranks = options.matchedOptionValue("-n", otherwise);
    if (ranks == null) {
      throw refuse(
          "say with --ranks (-n) how many ranks there are, or with --hosts where they run");
    }
    if (ranks < 1 || ranks > Membership.SIZE_LIMIT) {
      throw refuse("-n: a job has 1 to " + Membership.SIZE_LIMIT + " ranks, not " + ranks);
    }
    return ranks;
  }

  private List<String> jvmArguments(ParseResult options) {
    List<String> arguments = new ArrayList<>();
    String transport = options.matchedOptionValue("--transport", null);
    if (transport != null) {
      checkTransport(transport);
      arguments.add("-Darmci.transport=" + transport);
    }
    arguments.addAll(Arrays.asList(options.matchedOptionValue("--jvm-arg", new String[0])));
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

  private Map<String, String> environment(ParseResult options) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (String entry : options.matchedOptionValue("--env", new String[0])) {
      int equals = entry.indexOf('=');
      if (equals < 1) {
        throw refuse("--env: '" + entry + "' is not NAME=VALUE");
      }
      environment.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return environment;
  }

  private Duration seconds(String option, Duration otherwise) {
    String text = spec.commandLine().getParseResult().matchedOptionValue(option, null);
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
    throw refuse(option + ": '" + text + "' is not a number of seconds above 0, such as 30 or 0.5");
  }

  private ParameterException refuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
