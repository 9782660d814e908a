package org.armci4j.lab.simulator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.cost.MachineFile;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.error.ArmciException;
import org.armci4j.lab.simulator.path.SimulatePathsCommand;
import org.armci4j.lab.thesis.ThesisAlgorithms;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command {@code armci simulate OPERATION}. */
public final class SimulateCommand implements Callable<Integer> {
  private static final String RANKS = "--ranks";
  private static final String BYTES = "--bytes";
  private static final String ALGORITHMS = "--algorithms";
  private static final String NETWORK = "--network";
  private static final String RADIX = "--radix";
  private static final String RANKS_PER_HOST = "--ranks-per-host";
  private static final String CORES = "--cores";
  private static final String CYCLIC = "--cyclic";
  private static final String MACHINE = "--machine";
  private static final String JSON = "--json";
  private static final String PLOT = "--plot";
  private static final int ELEMENT_BYTES = 8;

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private SimulateCommand() {
    option(RANKS, "LIST", "Numbers of ranks, such as 1000,1000000.", "1000,10000,100000,1000000");
    option(BYTES, "N", "How long a rank's part is, as armci bench has it.", "8");
    option(ALGORITHMS, "LIST", "Only these; all of the operation if not said.", null);
    option(NETWORK, "KIND", "What lies between hosts: none, fat-tree or dragonfly.", "none");
    option(RADIX, "N", "How many ports a switch or router has.", "64");
    option(RANKS_PER_HOST, "N", "How many ranks a host has.", "1");
    option(CORES, "N", "How many cores a host has; as many as ranks if not said.", null);
    option(MACHINE, "FILE", "What armci tune --collectives has measured.", null);
    option(JSON, "FILE", "Writes the figures as JSON too.", null);
    option(PLOT, "FILE", "Draws time against ranks, as PNG or SVG.", null);
    spec.addOption(
        OptionSpec.builder(CYCLIC)
            .type(boolean.class)
            .description("Each rank is on the next host; hosts are filled one by one otherwise.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .paramLabel("OPERATION")
            .type(String.class)
            .description("Which collective, such as allreduce.")
            .build());
    spec.usageMessage()
        .description(
            "Plays the schedules that ranks would execute, on a machine that is not there: under"
                + " LogGP, with as many ranks as one likes.")
        .footer(
            "",
            "Example: armci simulate allreduce --ranks 1000,1000000 --network fat-tree"
                + " --ranks-per-host 32");
    spec.addSubcommand("paths", SimulatePathsCommand.spec());
  }

  /**
   * Returns the description of the command for picocli.
   *
   * @return the description
   */
  public static CommandSpec spec() {
    return new SimulateCommand().spec;
  }

  private void option(String name, String label, String description, String otherwise) {
    String whole =
        otherwise == null ? description : description + Text.format(" Otherwise %s.", otherwise);
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(String.class)
            .defaultValue(otherwise)
            .description(whole)
            .build());
  }

  @Override
  public Integer call() {
    SimulationRequest request;
    try {
      request = request(spec.commandLine().getParseResult());
    } catch (IllegalArgumentException | ArmciException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage(), mistake);
    }
    new Simulate(request, spec.commandLine().getOut()).run();
    return 0;
  }

  private static SimulationRequest request(ParseResult parsed) {
    if (!parsed.hasMatchedPositional(0)) {
      throw new IllegalArgumentException("Missing required parameter: 'OPERATION'");
    }
    Operation operation = operation(parsed.matchedPositionalValue(0, ""));
    int perHost = number(parsed, RANKS_PER_HOST);
    String machine = value(parsed, MACHINE);
    return new SimulationRequest(
        operation,
        algorithms(operation, value(parsed, ALGORITHMS)),
        list(value(parsed, RANKS)).stream().map(word -> integer(RANKS, word)).toList(),
        Math.ceilDiv(number(parsed, BYTES), ELEMENT_BYTES),
        ELEMENT_BYTES,
        perHost,
        value(parsed, CORES) == null ? perHost : number(parsed, CORES),
        parsed.hasMatchedOption(CYCLIC),
        network(value(parsed, NETWORK)),
        number(parsed, RADIX),
        machine == null ? MachineModel.typical() : MachineFile.read(Path.of(machine)),
        path(parsed, JSON),
        path(parsed, PLOT));
  }

  private static SimulationRequest.Kind network(String name) {
    for (SimulationRequest.Kind kind : SimulationRequest.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        Text.format("%s: no network '%s'; there are: none, fat-tree, dragonfly", NETWORK, name));
  }

  private static Path path(ParseResult parsed, String option) {
    String value = value(parsed, option);
    return value == null ? null : Path.of(value);
  }

  private static String value(ParseResult parsed, String option) {
    return parsed.commandSpec().findOption(option).getValue();
  }

  private static int number(ParseResult parsed, String option) {
    return integer(option, value(parsed, option));
  }

  private static int integer(String option, String word) {
    try {
      int number = Integer.parseInt(word);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is too small.
    }
    throw new IllegalArgumentException(
        Text.format("%s: '%s' is to be a number of at least 1", option, word));
  }

  private static List<String> list(String words) {
    return Arrays.stream(words.split(",", -1)).map(String::strip).toList();
  }

  private static Operation operation(String label) {
    List<String> labels = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      if (operation.label().equals(label)) {
        return operation;
      }
      labels.add(operation.label());
    }
    throw new IllegalArgumentException(
        Text.format("no collective '%s'; there are: %s", label, String.join(", ", labels)));
  }

  private static List<Algorithm> algorithms(Operation operation, String wanted) {
    List<Algorithm> all =
        ThesisAlgorithms.ALL.stream().filter(one -> one.operation() == operation).toList();
    if (wanted == null) {
      return all;
    }
    List<Algorithm> some = new ArrayList<>();
    for (String name : list(wanted)) {
      some.add(
          all.stream()
              .filter(one -> one.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          Text.format(
                              "--algorithms: %s has no '%s'; there are: %s",
                              operation.label(),
                              name,
                              String.join(", ", all.stream().map(Algorithm::name).toList())))));
    }
    return some;
  }
}
