package org.armci4j.lab.contract;

import org.armci4j.Armci;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.testkit.options.ProgramCommandLine;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * Runs the contracts as a program of the launcher: {@code armci run -n 4 contracts}. Rank 0 prints
 * a line for each check that held; a check that fails ends the job.
 */
public final class ContractMain {
  private ContractMain() {}

  /**
   * Runs all checks on this rank.
   *
   * @param arguments see {@code --help}
   */
  public static void main(String[] arguments) {
    ParseResult options = ProgramCommandLine.read(commandLine(), arguments);
    if (options == null) {
      return;
    }
    double scale = options.matchedOptionValue("--scale", 1.0);
    try (Armci armci = Armci.open()) {
      Contracts.runAndTell(armci, Contracts.all(scale));
    }
  }

  private static CommandLine commandLine() {
    CommandSpec spec = CommandSpec.create().name("contracts");
    spec.usageMessage()
        .description(
            "The checks that every transport must hold. Rank 0 prints a line for each that held;"
                + " one that fails ends the job.");
    spec.addOption(
        OptionSpec.builder("--scale")
            .paramLabel("X")
            .type(double.class)
            .converters(ContractMain::scale)
            .description("Repeats less of what takes long: X times as often, such as 0.1.")
            .build());
    return ProgramCommandLine.of(spec);
  }

  private static double scale(String text) {
    double scale = Double.parseDouble(text);
    if (!(scale > 0 && scale <= 1)) {
      throw new TypeConversionException("'" + text + "' is not above 0 and at most 1");
    }
    return scale;
  }
}
