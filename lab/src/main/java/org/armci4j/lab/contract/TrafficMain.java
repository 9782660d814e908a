package org.armci4j.lab.contract;

import org.armci4j.Armci;
import org.armci4j.lab.contracts.Traffic;
import org.armci4j.testkit.options.ProgramCommandLine;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Runs {@link Traffic} as a program of the launcher: {@code armci run -n 2 traffic ROUNDS}. */
public final class TrafficMain {
  private TrafficMain() {}

  /**
   * Runs the traffic, printing a line for each round.
   *
   * @param arguments see {@code --help}
   */
  public static void main(String[] arguments) {
    ParseResult options = ProgramCommandLine.read(commandLine(), arguments);
    if (options == null) {
      return;
    }
    int rounds = options.matchedPositionalValue(0, 0);
    try (Armci armci = Armci.open()) {
      Traffic.runAndTell(armci, rounds);
    }
  }

  private static CommandLine commandLine() {
    CommandSpec spec = CommandSpec.create().name("traffic");
    spec.usageMessage()
        .description("Every kind of operation from each rank on its right neighbour, checked.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("ROUNDS")
            .index("0")
            .arity("1")
            .type(int.class)
            .description("How many rounds; rank 0 prints a line for each.")
            .build());
    return ProgramCommandLine.of(spec);
  }
}
