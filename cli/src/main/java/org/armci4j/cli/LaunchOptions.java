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

  /** Adds the options to a command; {@code ranks} is how many there are if nothing is said. */
  LaunchOptions(CommandSpec spec, String ranks) {
    this.spec = spec;
    add(
        OptionSpec.builder("-n", "--ranks")
            .paramLabel("N")
            .type(Integer.class)
            .required(ranks == null)
            .defaultValue(ranks),
        "Number of ranks" + (ranks == null ? "." : ", " + ranks + " if not said."));
    add(OptionSpec.builder("--threads"), "Ranks are threads of one JVM instead of processes.");
    add(text("--transport", "NAME"), "Transport between ranks; see: armci info.");
    add(text("--timeout", "SECONDS"), "Ends the job with exit code 124 after this time.");
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
    return new JobPlan(
        ranks(options),
        options.hasMatchedOption("--threads"),
        mainClass,
        arguments,
        jvmArguments(options),
        environment(options),
        classPath(),
        options.hasMatchedOption("--label"),
        seconds("--timeout", Duration.ZERO),
        seconds("--grace", JobPlan.DEFAULT_GRACE));
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

  private int ranks(ParseResult options) {
    int ranks = options.matchedOptionValue("-n", spec.findOption("-n").getValue());
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
