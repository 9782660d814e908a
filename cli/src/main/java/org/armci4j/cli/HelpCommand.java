package org.armci4j.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** {@code armci help [COMMAND]}. */
final class HelpCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private HelpCommand() {
    spec.usageMessage().description("Prints help on armci or on one of its commands.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .paramLabel("COMMAND")
            .description("The command.")
            .type(String.class)
            .build());
  }

  static CommandSpec spec() {
    return new HelpCommand().spec;
  }

  @Override
  public Integer call() {
    CommandLine armci = spec.parent().commandLine();
    String name = spec.commandLine().getParseResult().matchedPositionalValue(0, null);
    CommandLine command = name == null ? armci : armci.getSubcommands().get(name);
    if (command == null) {
      throw new ParameterException(armci, Mistake.command(name, armci));
    }
    command.usage(command.getOut());
    return 0;
  }
}
