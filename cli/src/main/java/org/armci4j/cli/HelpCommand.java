package org.armci4j.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Runs {@code armci help [COMMAND...]}. */
final class HelpCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private HelpCommand() {
    spec.usageMessage().description("Prints help on armci or on one of its commands.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .paramLabel("COMMAND")
            .description("The command; one of its own commands may follow.")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .build());
  }

  static CommandSpec spec() {
    return new HelpCommand().spec;
  }

  @Override
  public Integer call() {
    CommandLine command = spec.parent().commandLine();
    List<String> names = spec.commandLine().getParseResult().matchedPositionalValue(0, List.of());
    for (String name : names) {
      CommandLine inner = command.getSubcommands().get(name);
      if (inner == null) {
        throw new ParameterException(command, Mistake.command(name, command));
      }
      command = inner;
    }
    command.usage(command.getOut());
    return 0;
  }
}
